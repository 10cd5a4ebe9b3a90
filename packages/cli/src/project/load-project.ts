import type { ApplicationDescription } from 'fw-devtools';
import type { InspectionReport, InspectionRequest } from 'fw-devtools/inspection';
import { CommandError } from '#command-line/errors';
import { type Inspecting, startInspection } from './inspection.ts';
import type { Project } from './project.ts';

/** Inspects a project once; the signal of the run cancels it. */
export async function inspectProject(
  project: Project,
  inspecting: Inspecting,
  request: Omit<InspectionRequest, 'id' | 'root' | 'entry'> = {},
): Promise<InspectionReport> {
  const inspection = startInspection(project, inspecting);
  try {
    return await inspection.inspect({ root: project.root, ...request });
  } finally {
    inspection.close();
  }
}

/** @throws CommandError when the project couldn't be loaded */
export function applicationOf({ application, faults }: InspectionReport): ApplicationDescription {
  if (application !== undefined && faults.length === 0) return application;
  throw new CommandError(`The app doesn't load:\n${faults.map((error) => `- ${error}`).join('\n')}`);
}

/**
 * The OpenAPI document in a report that includes one.
 *
 * @throws CommandError when the project couldn't be loaded, or can't be described in a document
 */
export function documentOf(report: InspectionReport): NonNullable<InspectionReport['openapi']>['document'] {
  applicationOf(report);
  if (report.openapi === undefined) {
    throw new CommandError(
      "The project's fw-runtime creates no OpenAPI document: install fw-runtime and fw-cli of the same release.",
    );
  }
  const { document, faults } = report.openapi;
  if (faults.length === 0) return document;
  const list = faults.map((error) => `- ${error}`).join('\n');
  throw new CommandError(`The OpenAPI document of this app is incomplete, so nothing was written:\n${list}`);
}
