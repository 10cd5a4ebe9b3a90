import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CreateError } from '../../errors.ts';
import type { EntryReport, InspectionRequest, RouteReport, SiteReport } from '../inspect/report.ts';
import type { SiteInspection } from '../inspect/site-inspection.ts';
import type { Site } from '../site.ts';
import type { FileChange } from './change.ts';
import type { Expectation } from './generator.ts';
import { Stage } from './stage.ts';

/**
 * Loads the site with changes made, beside the site itself, and compares it with what it was.
 *
 * @param before the site as it is
 * @throws {CreateError} with every reason why the changes must not be written
 */
export async function prove(
  site: Site,
  inspection: SiteInspection,
  before: SiteReport,
  changes: readonly FileChange[],
  expectation: Expectation,
): Promise<void> {
  if (before.faults.length > 0) {
    throw new CreateError(
      `The site does not load as it is, so nothing was written. Mend this first:\n${list(before.faults)}`,
    );
  }
  const { routes = [], pipeline = [], services = [] } = expectation;
  const matches = routes.map(({ method, path }) => ({ method, path }));
  const after = await inspectWith(site, inspection, changes, { matches, services });
  const faults =
    after.faults.length > 0 ? after.faults : differences(before, after, { routes, pipeline, services });
  if (faults.length === 0) return;
  throw new CreateError(`Nothing was written, because with this change:\n${list(faults)}`);
}

/**
 * Loads the site with a generation taken back, beside the site itself.
 *
 * @throws {CreateError} with every reason why it would not load, or does not as it is
 */
export async function proveUndoing(
  site: Site,
  inspection: SiteInspection,
  changes: readonly FileChange[],
): Promise<void> {
  const { faults } = await inspectWith(site, inspection, changes, {});
  if (faults.length === 0) return;
  const asItIs = await inspection.inspect({ root: site.root, variant: site.variant });
  throw new CreateError(
    asItIs.faults.length > 0
      ? `Nothing was taken back, because the site does not load, with or without it. Mend this first:\n${list(asItIs.faults)}`
      : `Nothing was taken back, because the site would not load afterwards:\n${list(faults)}`,
  );
}

/** What the site is with changes made. Its faults name its files as if it were the site itself. */
async function inspectWith(
  site: Site,
  inspection: SiteInspection,
  changes: readonly FileChange[],
  request: Pick<InspectionRequest, 'matches' | 'services'>,
): Promise<SiteReport> {
  const stage = new Stage(site.root, changes);
  try {
    const { root } = stage;
    const report = await inspection.inspect({ root, variant: site.variant, ...request });
    const faults = report.faults.map((fault) =>
      fault.replaceAll(`${pathToFileURL(root).href}/`, '').replaceAll(root + sep, ''),
    );
    return { ...report, faults };
  } finally {
    stage.remove();
  }
}

function differences(before: SiteReport, after: SiteReport, expected: Required<Expectation>): string[] {
  const faults: string[] = [];
  for (const [index, { name, method, path }] of expected.routes.entries()) {
    const answering = after.routes[after.matches[index]?.route ?? -1];
    const hider = after.routes.find((route) => route.name === name)?.hiddenBy;
    if (answering?.name === name) continue;
    if (answering !== undefined) faults.push(`${method} ${path} is answered by ${shown(answering)} instead.`);
    else if (hider !== undefined) faults.push(`the new route is hidden by ${hider}.`);
    else
      faults.push(
        `${method} ${path} is not answered: is the configuration file of this route loaded at all?`,
      );
  }
  const known = new Map(before.routes.map((route) => [keyOf(route), route]));
  const now = new Map(after.routes.map((route) => [keyOf(route), route]));
  for (const [key, route] of known) {
    const hiddenBy = now.get(key)?.hiddenBy;
    if (!now.has(key)) faults.push(`${shown(route)} would be lost.`);
    else if (hiddenBy !== undefined && route.hiddenBy === undefined) {
      faults.push(`${shown(route)} would be hidden by ${hiddenBy}.`);
    }
  }
  for (const [key, route] of now) {
    if (!known.has(key) && route.hiddenBy !== undefined)
      faults.push(`${shown(route)} is hidden by ${route.hiddenBy}.`);
  }
  for (const name of expected.pipeline) {
    if (!namesIn(after.pipeline).has(name)) faults.push(`${name} does not stand in the pipeline.`);
  }
  for (const id of expected.services) {
    if (!after.services.includes(id)) faults.push(`there is no service "${id}" in the container.`);
  }
  return [...new Set(faults)];
}

function namesIn(entries: readonly EntryReport[]): Set<string> {
  return new Set(entries.flatMap(({ name, children }) => [name, ...namesIn(children)]));
}

function keyOf({ prefix, path, methods, name }: RouteReport): string {
  return JSON.stringify([prefix, path, methods, name]);
}

function shown({ name, prefix, path }: RouteReport): string {
  return `the route "${name}" (${prefix}${path})`;
}

function list(faults: readonly string[]): string {
  return faults.map((fault) => `- ${fault}`).join('\n');
}
