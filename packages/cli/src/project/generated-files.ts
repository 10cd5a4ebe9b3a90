import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectionReport } from 'fw-devtools/inspection';
import { AUTOLOAD_FOLDER, AUTOLOAD_LIST, autoloadListOf } from '#command-line/autoload-list';
import type { Project } from './project.ts';
import { refreshTypes, staleTypes, type TypedNames, type TypeFileChange } from './type-files.ts';
import { fwCommand } from './typed-command.ts';
import { readIn, replaceFile } from './files.ts';

/** A generated file of a project, and its change. */
export type GeneratedFile = Pick<TypeFileChange, 'path' | 'action'>;

/**
 * Updates the generated files.
 *
 * @param report the inspected project; undefined without an inspection, which leaves type files unchanged
 */
export function refreshGenerated(project: Project, report: InspectionReport | undefined): GeneratedFile[] {
  const list = refreshList(project.root);
  const names = namesIn(report);
  return [
    ...(list === undefined ? [] : [{ path: list, action: 'edited' } as const]),
    ...(names === undefined ? [] : refreshTypes(project, names)),
  ];
}

/** A sentence for each generated file that is out of date. */
export function staleGenerated(project: Project, report: InspectionReport): string[] {
  const names = namesIn(report);
  return [
    ...(isListStale(project.root)
      ? [
          `${AUTOLOAD_LIST} is not the list of the files in ${AUTOLOAD_FOLDER}/: run ${fwCommand()} check --fix to update it.`,
        ]
      : []),
    ...(names === undefined ? [] : staleTypes(project, names)),
  ];
}

/** The names in a project that loads without errors. */
function namesIn(report: InspectionReport | undefined): TypedNames | undefined {
  return report?.faults.length === 0 && report.application !== undefined
    ? { routes: report.application.routes, names: report.names }
    : undefined;
}

/** Whether the list of a project's configuration files is out of date; false in a project without one. */
function isListStale(root: string): boolean {
  const text = readIn(root, AUTOLOAD_LIST);
  return text !== undefined && text.replaceAll('\r\n', '\n') !== listOf(root);
}

/**
 * Writes the list of a project's configuration files if it is stale.
 *
 * @returns its path, relative to the project, when it was written
 */
export function refreshList(root: string): string | undefined {
  if (!isListStale(root)) return undefined;
  replaceFile(join(root, AUTOLOAD_LIST), listOf(root));
  return AUTOLOAD_LIST;
}

function listOf(root: string): string {
  const folder = join(root, AUTOLOAD_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return autoloadListOf(names, existsSync(join(root, 'config', 'providers.ts')));
}
