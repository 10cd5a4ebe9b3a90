import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisteredNames } from 'fw-devtools';
import { styleOf } from '../edit/text-style.ts';
import { readIn, replaceFile } from './files.ts';
import type { Project } from './project.ts';
import { type NamedRoute, routesFile } from './routes-file.ts';
import { servicesFile } from './services-file.ts';
import { TYPES_FOLDER } from './augmentation.ts';
import { fwCommand } from './typed-command.ts';

type TypedProject = Pick<Project, 'root' | 'entry'>;

/** The names in an app that type files declare. */
export interface TypedNames {
  readonly routes: readonly NamedRoute[];
  /** Absent if the app's container can't list its services. */
  readonly names?: RegisteredNames | undefined;
}

/** A change of a type file. */
export interface TypeFileChange {
  /** Relative to the project, with "/". */
  readonly path: string;
  readonly action: 'made' | 'edited' | 'removed';
  /** Undefined when the file is removed. */
  readonly text: string | undefined;
}

/** Whether a project has type files; projects created earlier don't. */
function hasTypes({ root }: TypedProject): boolean {
  return existsSync(join(root, TYPES_FOLDER));
}

/** The changes that bring the type files up to date. Their formatting is left to the project. */
export function typeFileChanges(project: TypedProject, { routes, names }: TypedNames): TypeFileChange[] {
  const { root, entry } = project;
  const style = styleOf(readIn(root, entry) ?? '', entry);
  const files = {
    'routes.d.ts': routesFile(routes, style),
    'services.d.ts': servicesFile(root, style, names),
  };
  return Object.entries(files).flatMap(([name, text]): TypeFileChange[] => {
    const path = `${TYPES_FOLDER}/${name}`;
    const before = readIn(root, path);
    if (before === undefined) return text === undefined ? [] : [{ path, action: 'made', text }];
    if (text === undefined) return [{ path, action: 'removed', text }];
    return unformatted(before) === unformatted(text) ? [] : [{ path, action: 'edited', text }];
  });
}

/** Writes the changes. */
export function writeTypes({ root }: TypedProject, changes: readonly TypeFileChange[]): void {
  for (const { path, text } of changes) {
    if (text === undefined) {
      rmSync(join(root, path), { force: true });
      continue;
    }
    mkdirSync(join(root, TYPES_FOLDER), { recursive: true });
    replaceFile(join(root, path), text);
  }
}

/** Updates the type files of a project, if it has any; returns the changes. */
export function refreshTypes(project: TypedProject, names: TypedNames): TypeFileChange[] {
  if (!hasTypes(project)) return [];
  const changes = typeFileChanges(project, names);
  writeTypes(project, changes);
  return changes;
}

/** A sentence for each type file that is out of date; a project without type files needs none. */
export function staleTypes(project: TypedProject, names: TypedNames): string[] {
  if (!hasTypes(project)) return [];
  return typeFileChanges(project, names).map(
    ({ path }) =>
      `${path} does not say which ${path.endsWith('/routes.d.ts') ? 'routes' : 'services'} the app has: run ${fwCommand()} types to update it.`,
  );
}

/** The text without formatting. */
function unformatted(text: string): string {
  return text.replaceAll(/[\s;,'"]+/g, '');
}
