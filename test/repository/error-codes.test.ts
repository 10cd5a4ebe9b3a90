import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as runtime from '../../packages/runtime/src/index.ts';

const root = join('packages', 'runtime', 'src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
const page = readFileSync(join('docs', 'essentials', 'errors.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(FW_\w+)`[^|]*\| `(\w+)`/gm)].map(([, code = '', name = '']) => ({
  code,
  name,
}));

test('every code of an error is documented', () => {
  const codes = new Set([...source.matchAll(/'(FW_[A-Z_]+)'/g)].map(([, code = '']) => code));
  const thrown = [...codes].filter(
    (code) => !/^FW_(ROUTING_MIDDLEWARE|DISPATCH_MIDDLEWARE|WORKER_PORT|DEV_HOST|DEV_ANNOUNCED)$/.test(code),
  );

  const listed = new Set(rows.map(({ code }) => code));
  expect(
    [...thrown, 'FW_HTTP_400'].filter((code) => !listed.has(code)),
    'add these codes to the table of docs/essentials/errors.md, or, if they are no error codes, to this test',
  ).toEqual([]);
  expect(thrown.length).toBeGreaterThan(12);
});

test('every class that the page of errors names is exported, or is the language’s', () => {
  const classes = { ...runtime, AggregateError };

  expect(
    rows.map(({ name }) => name).filter((name) => !Object.hasOwn(classes, name)),
    'export these classes from packages/runtime/src/index.ts, or correct their names in the table of docs/essentials/errors.md',
  ).toEqual([]);
});

test('the runtime throws no error without a code', () => {
  const thrown = [...source.matchAll(/throw new (?:Type|Range|Syntax)?Error\(\s*[^\n]*/g)].map(String);
  // Routes catch the first and throw an InvalidArgumentError. The fw command catches the next two.
  const known =
    /take exponential time|there is nothing to look at|was not answered within|These headers are read-only|This body is a stream|A body is written with/;

  expect(
    thrown.filter((statement) => !known.test(statement)),
    'throw a class of packages/runtime/src/error instead, which has a code',
  ).toEqual([]);
});
