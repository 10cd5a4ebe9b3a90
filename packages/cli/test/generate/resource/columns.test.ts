import { expect, test } from 'vitest';
import { fieldsIn } from '../../../src/generate/contract/fields.ts';
import { columnOf } from '../../../src/generate/resource/columns.ts';
import { tablesIn } from '../../../src/generate/resource/tables.ts';

test.each([
  [
    'title:string',
    "'text', (column) => column.notNull()",
    'readonly title: string',
    'fields.title',
    'title: row.title',
  ],
  [
    'count:integer',
    "'bigint', (column) => column.notNull()",
    'readonly count: number',
    'fields.count',
    'count: row.count',
  ],
  [
    'rate:number?',
    "'double precision'",
    'readonly rate: number | null',
    'fields.rate ?? null',
    '...(row.rate !== null && { rate: row.rate })',
  ],
  [
    'draft:boolean',
    "'integer', (column) => column.notNull()",
    'readonly draft: number',
    'Number(fields.draft)',
    'draft: row.draft === 1',
  ],
  [
    'state:open|closed',
    "'text', (column) => column.notNull()",
    "readonly state: 'open' | 'closed'",
    'fields.state',
    'state: row.state',
  ],
  [
    'tags:string[]',
    "'text', (column) => column.notNull()",
    "readonly tags: JsonText<PostFields['tags']>",
    'toJson(fields.tags)',
    'tags: fromJson(row.tags)',
  ],
  [
    'at:{x:number}?',
    "'text'",
    "readonly at: JsonText<NonNullable<PostFields['at']>> | null",
    'fields.at === undefined ? null : toJson(fields.at)',
    '...(row.at !== null && { at: fromJson(row.at) })',
  ],
  [
    'by:Author',
    "'text', (column) => column.notNull()",
    "readonly by: JsonText<PostFields['by']>",
    'toJson(fields.by)',
    'by: fromJson(row.by)',
  ],
])('the column of %s', (text, added, member, written, read) => {
  const [field] = fieldsIn(text);
  if (field === undefined) throw new Error('There is no field.');
  const { name, ...column } = columnOf(field, false, 'PostFields');

  expect(column.added).toBe(`.addColumn('${name}', ${added})`);
  expect(column).toMatchObject({ member, written: `${name}: ${written}`, read });
});

test('a column that is added to a table is null in its rows, and its type includes null', () => {
  const [field] = fieldsIn('at:{x:number, names:string[]?, kind:a|b}');
  if (field === undefined) throw new Error('There is no field.');

  expect(columnOf(field, true)).toMatchObject({
    added: ".addColumn('at', 'text')",
    member: "readonly at: JsonText<{ x: number; names?: string[] | undefined; kind: 'a' | 'b' }> | null",
  });
});

test('the tables of a project and their columns', () => {
  const tables = tablesIn(`
    export interface Tables { readonly posts: PostsTable; readonly other: Imported }
    export interface PostsTable { readonly id: string; readonly 'a-b': number | null }
  `);

  expect([...tables.keys()]).toEqual(['posts', 'other']);
  expect([...(tables.get('posts') ?? [])]).toEqual([
    ['id', 'string'],
    ['a-b', 'number | null'],
  ]);
  expect(() => tablesIn('export interface Rows {}')).toThrow('it has no interface Tables');
});
