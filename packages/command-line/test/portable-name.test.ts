import { expect, test } from 'vitest';
import { whyNotPortable } from '../src/portable-name.ts';

test.each([
  'con',
  'CON',
  'Prn',
  'aux',
  'nul',
  'com1',
  'COM9',
  'com0',
  'lpt1',
  'com²',
  'conin$',
  'con.ts',
  'nul.test.ts',
  'aux .ts',
  'site.',
  'site..',
  'site ',
])('Windows rejects a file with the name "%s"', (name) => {
  expect(whyNotPortable(name)).toMatch(/Windows/);
});

test.each([
  'console',
  'cons',
  'com',
  'com10',
  'lpt',
  'nulls',
  'auxiliary',
  'my-con',
  'x.con',
  '.',
  '..',
  '.env',
  'a b',
])('Windows accepts files with the name "%s"', (name) => {
  expect(whyNotPortable(name)).toBeUndefined();
});
