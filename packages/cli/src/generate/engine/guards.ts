import type { InspectionReport } from 'fw-devtools/inspection';
import { unknown } from '#command-line/nearest';
import { UsageError } from '#command-line/errors';
import { Reference } from '../../edit/code.ts';
import type { Import } from '../../edit/imports.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from './change.ts';
import { registeredServices } from './config-files.ts';
import { exportsOf } from './exports.ts';

/** Middleware that runs before the handler of a route. */
export interface Guards {
  /** Names in code, or ids of services. */
  readonly code: readonly (Reference | string)[];
  readonly imports: readonly Import[];
  /** The ids that the container must have. */
  readonly services: readonly string[];
  /** Known names to suggest for an unknown id. */
  readonly known: readonly string[];
}

/**
 * Finds middleware by name: an export of a module in `src/`, otherwise a service.
 *
 * @throws UsageError when several modules export the name
 */
export function findGuards(project: Project, change: Change, names: readonly string[]): Guards {
  if (names.length === 0) return { code: [], imports: [], services: [], known: [] };
  const exported = exportsOf(project, change);
  const known = [
    ...exported.map(({ name }) => name),
    ...registeredServices(project, change).map(({ id }) => id),
  ];
  const imports = [...new Set(names)].flatMap((name): Import[] => {
    const [found, other] = exported.filter((each) => each.name === name);
    if (found !== undefined && other !== undefined) {
      throw new UsageError(`--guard: ${name} is exported by ${found.file} and by ${other.file}: rename one.`);
    }
    return found === undefined ? [] : [{ name, from: found.module }];
  });
  const isImported = (name: string): boolean => imports.some((each) => each.name === name);
  return {
    code: names.map((name) => (isImported(name) ? new Reference(name) : name)),
    imports,
    services: names.filter((name) => !isImported(name)),
    known: [...new Set(known)],
  };
}

/**
 * @throws UsageError for the first guard that is neither exported in `src/` nor registered with the container, unless
 *   the project does not load
 */
export function rejectUnknownGuards({ faults, services, ids = [] }: InspectionReport, guards: Guards): void {
  const missing = guards.services.find((id) => !services.includes(id));
  if (missing === undefined || faults.length > 0) return;
  const known = [...ids, ...guards.known];
  throw unknown(`guard "${missing}"`, missing, known, 'pass an export of src/, or a service.');
}
