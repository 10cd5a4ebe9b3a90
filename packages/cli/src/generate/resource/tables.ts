import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addToInterface, type Declared, membersOf } from '../../edit/declaration-edit.ts';
import type { Import } from '../../edit/imports.ts';
import { NotUnderstoodError, parseModule } from '../../edit/syntax.ts';
import { styleOf } from '../../edit/text-style.ts';
import type { Project } from '../../project/project.ts';
import type { Change } from '../engine/change.ts';
import { pascalCase } from '../engine/names.ts';
import type { AddedColumn } from './columns.ts';

export const TABLES_FILE = 'src/database/tables.ts';

/** Whether the project has a database, as `fw add database` creates it. */
export function hasDatabase({ root }: Project): boolean {
  return [TABLES_FILE, 'src/database/json.ts', 'src/database/migrations/index.ts'].every((file) =>
    existsSync(join(root, file)),
  );
}

/** The name of a table, as in `blog_posts`. */
export function tableName(name: string): string {
  return name.replaceAll('-', '_');
}

/** The interface of a table, as in `BlogPostsTable`. */
export function interfaceOf(table: string): string {
  return `${pascalCase(table)}Table`;
}

/** The columns of each table, with their types, by `src/database/tables.ts`. */
export function tablesIn(text: string): Map<string, ReadonlyMap<string, string>> {
  const statements = parseModule(text, TABLES_FILE).program.body as unknown as readonly Declared[];
  const interfaces = new Map(
    statements.flatMap((statement): [string, ReadonlyMap<string, string>][] => {
      const declared = statement.declaration ?? statement;
      const { type, id } = declared;
      if (type !== 'TSInterfaceDeclaration' || id?.name === undefined) return [];
      return [[id.name, membersOf(text, declared)]];
    }),
  );
  const tables = interfaces.get('Tables');
  if (tables === undefined) throw new NotUnderstoodError(TABLES_FILE, 'it has no interface Tables');
  return new Map(
    Array.from(tables, ([name, type]) => [name, interfaces.get(type) ?? new Map<string, string>()]),
  );
}

/** Adds a table to `src/database/tables.ts`, or columns to one that is there. */
export function addTable(
  change: Change,
  table: string,
  columns: readonly AddedColumn[],
  imports: readonly Import[],
): void {
  const name = interfaceOf(table);
  const members = columns.map(({ member }) => `  ${member};`);
  const json = { name: 'JsonText', from: './json.ts', isType: true };
  const whole = `export interface ${name} {\n${members.join('\n')}\n}`;
  change.edit(
    TABLES_FILE,
    '',
    (text) => {
      if (tablesIn(text).has(table)) {
        return columns.reduce(
          (before, { name: key, member }) => addToInterface(before, TABLES_FILE, name, { key, member }),
          text,
        );
      }
      const { eol } = styleOf(text, TABLES_FILE);
      const declared = `${text.trimEnd()}${eol}${eol}${whole.replaceAll('\n', eol)}${eol}`;
      const member = `readonly ${table}: ${name}`;
      return addToInterface(declared, TABLES_FILE, 'Tables', { key: table, member });
    },
    `readonly ${table}: ${name};\n\n${whole}`,
    [...(columns.some(({ isJson }) => isJson) ? [json] : []), ...imports],
  );
}
