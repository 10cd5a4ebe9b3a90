import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addToObject } from '../../edit/declaration-edit.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import { camelCase } from '../engine/names.ts';
import { render } from '../engine/render.ts';
import { fwCommand } from '../../project/typed-command.ts';

export const MIGRATIONS_FOLDER = 'src/database/migrations';

/** The changes of a migration, in lines of code. */
export interface MigrationCode {
  readonly table?: string;
  /** Whether the table is created, instead of changed. */
  readonly creates?: boolean;
  /** Lines that add columns. */
  readonly added?: readonly string[];
  /** The columns of an index for the order in which rows are listed. */
  readonly index?: readonly string[];
  /** The names of the added columns, which undoing it removes. */
  readonly names?: readonly string[];
}

/** The name of the file of an existing migration, without its extension; undefined without one. */
export function migrationNamed({ root }: Project, name: string): string | undefined {
  return named(migrationsIn(root), name);
}

function named(keys: readonly string[], name: string): string | undefined {
  return keys.find((key) => key.replace(/^\d+-/, '') === name);
}

function migrationsIn(root: string): string[] {
  const folder = join(root, MIGRATIONS_FOLDER);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) => /^(\d+-.+)\.ts$/.exec(file)?.[1] ?? []);
}

/**
 * Creates a migration, numbered behind the others, and lists it.
 *
 * @param name as in `create-posts`
 * @param template the template of the file
 * @returns the sentences to print
 */
export async function createMigration(
  project: Project,
  change: Change,
  name: string,
  code: MigrationCode,
  template = 'migration/migration.ts',
): Promise<readonly string[]> {
  const list = `${MIGRATIONS_FOLDER}/index.ts`;
  // The first migrations may be created in the same change.
  const listed = Array.from((change.read(list) ?? '').matchAll(/'(\d+-[^']+)':/g), ([, key = '']) => key);
  const keys = [...new Set([...migrationsIn(project.root), ...listed])];
  const last = Math.max(0, ...keys.map((key) => Number.parseInt(key, 10)));
  const same = named(keys, name);
  const key = same ?? `${String(last + 1).padStart(4, '0')}-${name}`;
  const constant = camelCase(name);
  change.create(`${MIGRATIONS_FOLDER}/${key}.ts`, await render(template, { ...code, constant }));
  const entry = `'${key}': ${constant}`;
  const imports = [{ name: constant, from: `./${key}.ts` }];
  const add = (text: string): string => addToObject(text, list, 'migrations', { key, entry });
  change.edit(list, '', add, `${entry},`, imports);
  return same === undefined ? [`Run ${fwCommand()} db migrate to run ${key}.`] : [];
}
