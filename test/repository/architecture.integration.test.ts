import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { architecture, codeIn, rowsOf } from '../support/architecture.ts';

interface Way {
  readonly loaded: number;
  readonly ways: readonly { readonly file: string; readonly functions: readonly string[] }[];
}

const page = architecture();
const inB = listedIn('### Variant B');
const inA = [...inB.filter((each) => !each.startsWith('b/')), ...listedIn('### Variant A')];

/** The functions that a table of ARCHITECTURE.md lists. */
function listedIn(heading: string): readonly string[] {
  const rows = rowsOf(page, heading).filter(([, , description = '']) => {
    const [, only] = /^On Node (\d+) only/.exec(description) ?? [];
    return only === undefined || process.versions.node.startsWith(`${only}.`);
  });
  return rows.map(([name = '', file = '']) => `${codeIn(file).join()}: ${name.replaceAll('`', '')}`);
}

test.each([
  ['b', inB],
  ['a', inA],
])('ARCHITECTURE.md lists the functions that a warm GET runs in variant %s', async (variant, listed) => {
  const measure = pathToFileURL(join('tools', 'bench', 'way', 'measure.mjs')).href;
  const { wayOf } = (await import(measure)) as { wayOf(variant: string): Way };
  const { ways } = wayOf(variant);
  const ran = ways.flatMap(({ file, functions }) => functions.map((name) => `${file}: ${name}`));

  expect(
    listed.toSorted(),
    'correct "Functions of a GET request" in ARCHITECTURE.md; "npm run bench -- --way" prints the functions',
  ).toEqual(ran.toSorted());
});
