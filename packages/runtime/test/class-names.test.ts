import { expect, test } from 'vitest';
import * as a from '../src/a/index.ts';
import * as b from '../src/b/index.ts';
import * as contract from '../src/features/contract/index.ts';

/** The exported classes that errors, descriptions or containers name. */
const named = [a, b, contract]
  .flatMap((module): [string, unknown][] => Object.entries(module))
  .filter(([, value]) => Object.getOwnPropertyDescriptor(value, 'name')?.get !== undefined);

test.each(named)('%s has the name of its export, even if a bundler renames the class', (name, value) => {
  expect(value).toHaveProperty('name', name);
});
