import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApplicationDescription, LayerDescription, RouteDescription } from 'fw-devtools';
import type { InspectionReport, InspectionRequest } from 'fw-devtools/inspection';
import { nearest } from '#command-line/nearest';
import { CommandError } from '#command-line/errors';
import { hiderOf } from '../../project/hidden.ts';
import type { Inspection } from '../../project/inspection.ts';
import type { Project } from '../../project/project.ts';
import type { FileChange } from '../../project/files.ts';
import type { Expectation } from './generator.ts';
import { Sandbox } from './sandbox.ts';

/** @throws CommandError when the project doesn't load */
export function requireLoading(before: InspectionReport): InspectionReport {
  if (before.faults.length === 0) return before;
  throw new CommandError(
    `The app doesn't load, so nothing was written. Fix this first:\n${list(before.faults)}`,
  );
}

/**
 * Loads a copy of the project with changes applied, and compares it with the current project.
 *
 * @param before the current project
 * @returns the changed project
 * @throws CommandError with every reason why the changes must not be written
 */
export async function verify(
  project: Project,
  inspection: Inspection,
  before: InspectionReport,
  changes: readonly FileChange[],
  expectation: Expectation,
): Promise<InspectionReport> {
  const { routes = [], pipeline = [], services = [], known = [] } = expectation;
  const explain = routes.map(({ method, path }) => [method, path] as const);
  const after = await inspectWith(project, inspection, changes, { explain, services });
  const faults =
    before.application === undefined || after.application === undefined || after.faults.length > 0
      ? after.faults
      : [
          ...unanswered(after, routes, project.root),
          ...lostOrHidden(before.application, after.application, project.root),
          ...missing(after, pipeline, services, known),
        ];
  if (faults.length === 0) return after;
  throw new CommandError(`Nothing was written, because with this change:\n${list(faults)}`);
}

/**
 * Loads a copy of the project with a generation undone.
 *
 * @returns the project without the generation
 * @throws CommandError with every reason why it wouldn't load, or doesn't load now
 */
export async function verifyUndo(
  project: Project,
  inspection: Inspection,
  changes: readonly FileChange[],
): Promise<InspectionReport> {
  const report = await inspectWith(project, inspection, changes, {});
  const { faults } = report;
  if (faults.length === 0) return report;
  const asItIs = await inspection.inspect({ root: project.root });
  throw new CommandError(
    asItIs.faults.length > 0
      ? `Nothing was undone, because the app doesn't load, with or without it. Fix this first:\n${list(asItIs.faults)}`
      : `Nothing was undone, because the app wouldn't load afterwards:\n${list(faults)}`,
  );
}

/** Inspects the project with changes applied. Its errors name files as if they were the project's own. */
async function inspectWith(
  project: Project,
  inspection: Inspection,
  changes: readonly FileChange[],
  request: Pick<InspectionRequest, 'explain' | 'services'>,
): Promise<InspectionReport> {
  const sandbox = new Sandbox(project.root, changes);
  try {
    const { root } = sandbox;
    const report = await inspection.inspect({ root, ...request });
    const faults = report.faults.map((error) =>
      error.replaceAll(`${pathToFileURL(root).href}/`, '').replaceAll(root + sep, ''),
    );
    return { ...report, faults };
  } finally {
    sandbox.remove();
  }
}

function unanswered(
  { explanations, application }: InspectionReport,
  expected: Required<Expectation>['routes'],
  root: string,
): string[] {
  return expected.flatMap(({ name, method, path }, index) => {
    const answering = explanations[index]?.route;
    if (answering?.name === name) return [];
    if (answering !== undefined) return [`${method} ${path} is handled by ${shown(answering)} instead.`];
    const added = application?.routes.find((route) => route.name === name);
    const hider = added && application && hiderOf(added, application, root);
    return hider === undefined
      ? [`${method} ${path} matches no route: check that the configuration file of this route is loaded.`]
      : [`the new route is hidden by ${hider}.`];
  });
}

function lostOrHidden(before: ApplicationDescription, after: ApplicationDescription, root: string): string[] {
  const known = new Map(before.routes.map((route) => [keyOf(route), route]));
  const now = new Map(after.routes.map((route) => [keyOf(route), route]));
  const lost = [...known]
    .filter(([key]) => !now.has(key))
    .map(([, route]) => `${shown(route)} would be lost.`);
  const hidden = [...now].flatMap(([key, route]) => {
    const hider = hiderOf(route, after, root);
    const earlier = known.get(key);
    if (hider === undefined || (earlier && hiderOf(earlier, before, root) !== undefined)) return [];
    return [`${shown(route)} ${earlier === undefined ? 'is' : 'would be'} hidden by ${hider}.`];
  });
  return [...lost, ...hidden];
}

function missing(
  { application, services: known, ids = [] }: InspectionReport,
  pipeline: readonly string[],
  services: readonly string[],
  meant: readonly string[],
): string[] {
  const names = namesIn(application?.pipeline ?? []);
  return [
    ...pipeline.filter((name) => !names.has(name)).map((name) => `${name} is not in the pipeline.`),
    ...services
      .filter((id) => !known.includes(id))
      .map((id) => `there is no service "${id}" in the container${didYouMean(id, [...ids, ...meant])}`),
  ];
}

function didYouMean(id: string, known: readonly string[]): string {
  const near = nearest(id, known);
  return near === undefined ? '.' : `; did you mean "${near}"?`;
}

function namesIn(entries: readonly LayerDescription[]): Set<string> {
  return new Set(entries.flatMap(({ name, children }) => [name, ...namesIn(children)]));
}

function keyOf({ prefix, path, methods, name }: RouteDescription): string {
  return JSON.stringify([prefix, path, methods, name]);
}

function shown({ name, prefix, path }: RouteDescription): string {
  return `the route "${name}" (${prefix}${path})`;
}

function list(faults: readonly string[]): string {
  return faults.map((error) => `- ${error}`).join('\n');
}
