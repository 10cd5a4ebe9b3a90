import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as a from '../../packages/runtime/src/a/index.ts';
import * as b from '../../packages/runtime/src/b/index.ts';

const page = readFileSync(join('docs', 'essentials', 'services.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` +\| (A, B|A|B) /gm)];

// The compiler compares it with the types of `container.get`.
const TYPED = {
  config: 'A, B',
  RouterInterface: 'A, B',
  ErrorRenderer: 'A, B',
  Logger: 'A, B',
  FinalHandler: 'A',
  ErrorResponseGenerator: 'B',
  DefaultDelegate: 'B',
} as const satisfies Record<keyof a.FrameworkServices, 'A, B' | 'A' | 'B'>;

/** The ids that an application's factories get from a container. */
function askedBy({ AppFactory, ApplicationFactory }: typeof a | typeof b): string[] {
  const ids = new Set<string>();
  const container: a.ContainerInterface = {
    get: () => {
      throw new Error('nothing is there');
    },
    has: (id) => {
      ids.add(String(id));
      return false;
    },
  };
  AppFactory.create(container);
  new ApplicationFactory().create(container);
  return [...ids].toSorted();
}

test.each([
  ['A', a],
  ['B', b],
])('the page of the container lists every id that variant %s gets, and no other (C6)', (variant, entry) => {
  const listed = rows.filter(([, , variants]) => variants?.includes(variant)).map(([, id]) => id);

  expect(
    listed.toSorted(),
    `the table of ids in docs/essentials/services.md must list the ids that the factories of variant ${variant} look up`,
  ).toEqual(askedBy(entry));
});

test('the page of the container lists every id that has a type, and no other', () => {
  const listed = rows.map(([, id, variants]) => [id, variants]);

  expect(
    Object.fromEntries(listed),
    'the table of ids in docs/essentials/services.md must list the keys of FrameworkServices, which TYPED in this test repeats',
  ).toEqual(TYPED);
});
