import { describe, expect, test } from 'vitest';
import { autoloadListOf } from '../src/autoload-list.ts';

describe('the list of configuration files', () => {
  test('imports the files for everybody in the order in which they are merged, and merges them', () => {
    const names = [
      'a-b.global.ts',
      'mail.local.ts',
      'a.global.mjs',
      'z.global.json',
      'global.ts',
      'a.global.ts',
    ];

    expect(autoloadListOf(names, true))
      .toBe(`// Made by fw of config/autoload/, for Workers, which read no files: do not edit.
import { mergeConfigFiles } from 'fw-runtime';
import global from './autoload/global.ts';
import aGlobal from './autoload/a.global.mjs';
import aGlobal2 from './autoload/a.global.ts';
import aBGlobal from './autoload/a-b.global.ts';
import zGlobal from './autoload/z.global.json' with { type: 'json' };
import providers from './providers.ts';

const files = {
  'config/autoload/global.ts': global,
  'config/autoload/a.global.mjs': aGlobal,
  'config/autoload/a.global.ts': aGlobal2,
  'config/autoload/a-b.global.ts': aBGlobal,
  'config/autoload/z.global.json': zGlobal,
};

export default mergeConfigFiles(files, { providers });
`);
  });

  test.each([
    ['settings of one machine', ['local.ts', 'mail.local.ts', 'mail.local.json']],
    ['settings of tests', ['test.ts', 'mail.test.ts']],
    ['examples of them', ['mail.local.ts.example', 'mail.global.ts.example']],
    ['hidden files, declarations and notes', ['.mail.global.ts', 'mail.global.d.ts', 'mail.global.md']],
  ])('leaves out %s', (_, names) => {
    expect(autoloadListOf(names, true)).toBe(autoloadListOf([], true));
  });

  test('has a file that was compiled beside its source only once', () => {
    expect(autoloadListOf(['mail.global.js', 'mail.global.ts'], true)).toBe(
      autoloadListOf(['mail.global.ts'], true),
    );
  });

  test('does without providers in a site that has no list of them', () => {
    expect(autoloadListOf([], false)).not.toContain('providers');
  });

  test('imports a file whose name is no identifier', () => {
    expect(autoloadListOf(['2fa.global.ts'], true)).toContain(
      `import _2faGlobal from './autoload/2fa.global.ts';`,
    );
  });
});
