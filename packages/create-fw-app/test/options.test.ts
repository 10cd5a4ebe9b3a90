import { describe, expect, test } from 'vitest';

import { readOptions } from '../src/options.ts';

describe('the command line', () => {
  test('gives a folder, a variant, and whether to ask and to install', () => {
    expect(readOptions(['my-site', '--variant', 'a', '--yes', '--no-install'])).toEqual({
      directory: 'my-site',
      variant: 'a',
      yes: true,
      install: false,
      help: false,
      version: false,
    });
  });

  test('leaves open what is not given', () => {
    expect(readOptions([])).toMatchObject({
      directory: undefined,
      variant: undefined,
      yes: false,
      install: true,
    });
  });

  test.each([['A'], ['a']])('takes the variant in either case: %s', (variant) => {
    expect(readOptions(['--variant', variant]).variant).toBe('a');
  });

  test.each([
    [['--varient', 'a'], 'Unknown flag --varient: --help lists the flags there are.'],
    [['-x'], 'Unknown flag -x: --help lists the flags there are.'],
    [['--constructor'], 'Unknown flag --constructor: --help lists the flags there are.'],
    [['--variant', 'c'], 'Unknown variant "c": choose a or b.'],
    [['--variant='], 'Unknown variant "": choose a or b.'],
    [['s', '--variant'], '--variant has no value: pass --variant=a or --variant=b.'],
    [['--yes=no'], '--yes takes no value, but was given "no": pass --yes alone.'],
    [
      ['my', 'site'],
      'Unexpected argument "site": only one folder can be given; quote a name that has spaces.',
    ],
    [['s', 'a'], 'Unexpected argument "a": only one folder can be given; quote a name that has spaces.'],
    [[''], 'The folder is an empty text: pass a name, as in my-site.'],
  ])('is refused in one sentence: %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(expect.objectContaining({ message: sentence, exitCode: 2 }));
  });
});

describe('flags that npm took for its own', () => {
  test.each([
    ['--variant a', ['my-site', 'a'], { npm_config_variant: 'true' }],
    ['--variant A', ['my-site', 'A'], { npm_config_variant: 'true' }],
    ['--variant=a', ['my-site'], { npm_config_variant: 'a' }],
    ['--variant a, before the folder', ['a', 'my-site'], { npm_config_variant: 'true' }],
  ])('give the variant: %s', (_, args, env) => {
    expect(readOptions(args, env)).toMatchObject({ directory: 'my-site', variant: 'a' });
  });

  test('give the variant when the folder is called like one', () => {
    expect(readOptions(['b', 'a'], { npm_config_variant: 'true' })).toMatchObject({
      directory: 'b',
      variant: 'a',
    });
  });

  test('give the variant when the folder is missing', () => {
    expect(readOptions(['a'], { npm_config_variant: 'true' })).toMatchObject({
      directory: undefined,
      variant: 'a',
    });
  });

  test.each(['', 'false'])('switch the installation off: npm_config_install=%j', (npm_config_install) => {
    expect(readOptions(['my-site'], { npm_config_install }).install).toBe(false);
  });

  test.each([
    ['true', true],
    ['', false],
  ])('answer the questions: npm_config_yes=%j', (npm_config_yes, yes) => {
    expect(readOptions(['my-site'], { npm_config_yes }).yes).toBe(yes);
  });

  test('yield to the same flag on the command line', () => {
    expect(readOptions(['my-site', '--variant', 'b'], { npm_config_variant: 'a' }).variant).toBe('b');
  });

  test.each([
    [['my-site', 'c'], 'true', 'Unknown variant "c": choose a or b.'],
    [['my-site'], 'c', 'Unknown variant "c": choose a or b.'],
    [['my-site'], 'true', '--variant has no value: pass --variant=a or --variant=b.'],
  ])('are refused in one sentence: %j with %j', (args, npm_config_variant, sentence) => {
    expect(() => readOptions(args, { npm_config_variant })).toThrow(sentence);
  });
});
