import { expect, test } from 'vitest';
import { addToInterface, addToObject } from '../../src/edit/declaration-edit.ts';

const file = 'src/database/tables.ts';
const tables = `/** The tables. */
export interface Tables {
  readonly notes: NotesTable; // the first
}
`;
const list = `export const migrations: Readonly<Record<string, Migration>> = {
  '0001-create-notes': createNotes,
};
`;
const posts = { key: 'posts', member: 'readonly posts: PostsTable' };
const migration = { key: '0002-create-posts', entry: "'0002-create-posts': createPosts" };

test('a member is added to an interface, once', () => {
  const added = addToInterface(tables, file, 'Tables', posts);

  expect(added).toBe(tables.replace('// the first\n', '// the first\n  readonly posts: PostsTable;\n'));
  expect(addToInterface(added, file, 'Tables', posts)).toBe(added);
});

test('of an interface without members, and with CRLF', () => {
  expect(addToInterface('export interface Tables {}\n', file, 'Tables', posts)).toBe(
    'export interface Tables {\n  readonly posts: PostsTable;\n}\n',
  );
  const windows = tables.replaceAll('\n', '\r\n');
  expect(addToInterface(windows, file, 'Tables', posts)).toContain(
    '// the first\r\n  readonly posts: PostsTable;\r\n}',
  );
});

test('an entry is added to an object, once', () => {
  const added = addToObject(list, file, 'migrations', migration);

  expect(added).toBe(list.replace('};', "  '0002-create-posts': createPosts,\n};"));
  expect(addToObject(added, file, 'migrations', migration)).toBe(added);
});

test('a missing interface or object is an error, and nothing changes', () => {
  expect(() => addToInterface('export type Tables = {};', file, 'Tables', posts)).toThrow(
    'Tables is not an interface',
  );
  expect(() => addToInterface(tables, file, 'Rows', posts)).toThrow('Rows is not declared in it');
  expect(() => addToObject('export const migrations = all();', file, 'migrations', migration)).toThrow(
    'migrations is not an object literal',
  );
});
