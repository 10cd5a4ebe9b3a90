import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as jobs from '../../packages/jobs/src/index.ts';
import * as runtime from '../../packages/runtime/src/index.ts';

const source = sourcesOf('runtime');
const allSources = ['runtime', 'middleware', 'devtools', 'jobs', 'otel'].map(sourcesOf).join('\n');
const page = readFileSync(join('docs', 'reference', 'error-codes.md'), 'utf8');

// These are not error codes: strings of the configuration and environment variables.
const OTHERS =
  /^FW_(?:ROUTING_MIDDLEWARE|DISPATCH_MIDDLEWARE|WORKER_PORT|DEV_HOST|DEV_ANNOUNCED|MIDDLEWARE_SPEC)$/;

/** The entries of the page, from the code of each to its text. */
const entries = new Map(
  page
    .split(/^## /m)
    .filter((section) => section.startsWith('FW_'))
    .map((section) => [/^\w+/.exec(section)?.[0] ?? '', section]),
);

function sourcesOf(name: string): string {
  const folder = join('packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

function codesInSources(): string[] {
  const codes = new Set([...allSources.matchAll(/'(FW_[A-Z_]+)'/g)].map(([, code = '']) => code));
  return [...codes, 'FW_HTTP_400'].filter((code) => !OTHERS.test(code)).toSorted();
}

/** The class that a code is thrown with: the one whose constructor passes the code to `super`, else `FwError`. */
function classOf(code: string): string {
  if (code === 'FW_HTTP_400') return 'HttpError';
  if (new RegExp(`AggregateError.*'${code}'`).test(source)) return 'AggregateError';
  const classes = allSources.split(/^export class /m).slice(1);
  const own = classes.find((text) => new RegExp(`super\\(\\s*'${code}'`).test(text));
  return /^\w+/.exec(own ?? '')?.[0] ?? 'FwError';
}

test('every code of an error has an entry, and every entry has a code that is thrown', () => {
  expect(
    [...entries.keys()].toSorted(),
    'write an entry "## FW_…" in docs/reference/error-codes.md for each code, or, if it is no error code, add it to this test',
  ).toEqual(codesInSources());
  expect(entries.size).toBeGreaterThan(12);
});

test('the entries are in alphabetical order', () => {
  expect([...entries.keys()]).toEqual(
    [...entries.keys()].toSorted((one, other) =>
      one.replaceAll('_', ' ').localeCompare(other.replaceAll('_', ' '), 'en'),
    ),
  );
});

test.each([...entries])(
  'the entry of %s has its class, which is exported, causes and a fix',
  (code, text) => {
    const [, name = ''] = /^\*\*Class\*\*: `(\w+)`$/m.exec(text) ?? [];

    expect(
      name,
      'write the line "**Class**: `…`" below the heading, with the class that the code is thrown with',
    ).toBe(classOf(code));
    expect(
      Object.hasOwn({ ...runtime, ...jobs, AggregateError }, name),
      `export ${name} from the index.ts of its package`,
    ).toBe(true);
    expect(text).toMatch(/^\*\*Causes(?: and fixes)?\*\*$/m);
    expect(text).toMatch(/^\*\*(?:Fix\*\*:|Causes and fixes\*\*)/m);
  },
);

test('the runtime throws no error without a code', () => {
  const thrown = [...source.matchAll(/throw new (?:Type|Range|Syntax)?Error\(\s*[^\n]*/g)].map(String);
  // Routes catch the first and throw an InvalidArgumentError. The fw command catches the next two.
  const known =
    /take exponential time|there is nothing to look at|got no response within|These headers are read-only|This body is a stream|A body is written with/;

  expect(
    thrown.filter((statement) => !known.test(statement)),
    'throw a class of packages/runtime/src/error instead, which has a code',
  ).toEqual([]);
});
