import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions as read } from '../src/options.ts';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';

/** A command line in a form that is easy to read in an expectation. */
function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): Record<string, unknown> {
  const { answers, switches } = read(args, env);
  return { ...answers, ...Object.fromEntries([...switches].map((name) => [name, true])) };
}

const npm = { npm_config_user_agent: 'npm/11.0.0 node/v22.0.0 linux x64 workspaces/false' };

describe('the command line', () => {
  test('sets a folder, the choices, and whether to prompt and to install', () => {
    const choices = ['--variant', 'a', '--form', 'hybrid', '--router', 'rou3', '--target', 'workers'];
    expect(readOptions(['my-site', ...choices, '--yes', '--no-install'])).toEqual({
      folder: 'my-site',
      variant: 'a',
      form: 'hybrid',
      router: 'rou3',
      target: 'workers',
      install: 'no',
      yes: true,
    });
  });

  test('leaves missing choices open', () => {
    expect(readOptions([])).toEqual({});
  });

  test('selects the steps; the last of a switch and its opposite takes precedence', () => {
    const args = ['--git', '--no-git', '--no-install', '--install', '--overwrite', '--dry-run', '--json'];
    expect(readOptions([...args, '--package-manager', 'pnpm'])).toMatchObject({
      'package-manager': 'pnpm',
      install: 'yes',
      git: 'no',
      overwrite: true,
      'dry-run': true,
      json: true,
    });
  });

  test.each([['A'], ['a']])('accepts the variant in upper and lower case: %s', (variant) => {
    expect(readOptions(['--variant', variant])['variant']).toBe('a');
  });

  test.each([
    [['--varient', 'a'], 'Unknown flag --varient: did you mean --variant?'],
    [['-x'], 'Unknown flag -x: see --help for the flags.'],
    [['--constructor'], 'Unknown flag --constructor: see --help for the flags.'],
    [['--variant', 'c'], 'Unknown variant "c": choose a or b.'],
    [['--variant', 'a', '--variant', 'b'], '--variant was passed twice, as "a" and as "b": pass it once.'],
    [['--variant='], 'Unknown variant "": choose a or b.'],
    [['s', '--variant'], '--variant needs a value: --variant <a|b>.'],
    [['--form', 'x'], 'Unknown form "x": choose config, hybrid or programmatic.'],
    [['--router', 'x'], 'Unknown router "x": choose tree, find-my-way, rou3 or path-to-regexp.'],
    [['--target', 'x'], 'Unknown target "x": choose node, bun, deno or workers.'],
    [['s', '--form'], '--form needs a value: --form <config|hybrid|programmatic>.'],
    [['--yes=no'], '--yes takes no value, but got "no": pass --yes alone.'],
    [
      ['my', 'site'],
      'Unexpected argument "site": pass only one folder, quote a name with spaces, ' +
        'and put flags behind "--", as in npm create fw-app my -- --form config.',
    ],
  ])('is rejected in one sentence: %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(expect.objectContaining({ message: sentence, exitCode: 2 }));
  });
});

describe('flags that npm consumed', () => {
  test.each([
    ['--variant a', ['my-site', 'a'], { npm_config_variant: 'true' }],
    ['--variant A', ['my-site', 'A'], { npm_config_variant: 'true' }],
    ['--variant=a', ['my-site'], { npm_config_variant: 'a' }],
    ['--variant a, before the folder', ['a', 'my-site'], { npm_config_variant: 'true' }],
  ])('set the variant: %s', (_, args, env) => {
    expect(readOptions(args, { ...npm, ...env })).toMatchObject({ folder: 'my-site', variant: 'a' });
  });

  test('set the variant if the folder has the name of a variant', () => {
    expect(readOptions(['b', 'a'], { ...npm, npm_config_variant: 'true' })).toMatchObject({
      folder: 'b',
      variant: 'a',
    });
  });

  test('set the variant if the folder is missing', () => {
    expect(readOptions(['a'], { ...npm, npm_config_variant: 'true' })).toEqual({ variant: 'a' });
  });

  // The result of npm 11 for each.
  test.each([
    ['--router rou3', ['my-site', 'rou3'], { npm_config_router: 'true' }, { router: 'rou3' }],
    ['--form hybrid, of which nothing else is left', ['my-site', 'hybrid'], {}, { form: 'hybrid' }],
    ['--form hybrid, before the folder', ['hybrid', 'my-site'], {}, { form: 'hybrid' }],
    [
      'all of them',
      ['my-site', 'a', 'hybrid', 'rou3'],
      { npm_config_variant: 'true', npm_config_router: 'true' },
      { variant: 'a', form: 'hybrid', router: 'rou3' },
    ],
    [
      'all of them with =',
      ['my-site', 'hybrid'],
      { npm_config_variant: 'a', npm_config_router: 'rou3' },
      { variant: 'a', form: 'hybrid', router: 'rou3' },
    ],
  ])('set project layout and router too: %s', (_, args, env, answers) => {
    expect(readOptions(args, { ...npm, ...env })).toMatchObject({ folder: 'my-site', ...answers });
  });

  test.each([
    [
      '--package-manager pnpm',
      ['pnpm'],
      { npm_config_package_manager: 'true' },
      { 'package-manager': 'pnpm' },
    ],
    ['--git', [], { npm_config_git: '' }, { git: 'yes' }],
    ['--no-git', [], { npm_config_git: 'false' }, { git: 'no' }],
    ['a setting of npm, the path of git', [], { npm_config_git: '/usr/bin/git' }, {}],
    ['--overwrite', [], { npm_config_overwrite: 'true' }, { overwrite: true }],
    ['--dry-run', [], { npm_config_dry_run: 'true' }, { 'dry-run': true }],
    ['--json', [], { npm_config_json: 'true' }, { json: true }],
  ])('select the steps: %s', (_, args, env, options) => {
    expect(readOptions(['my-site', ...args], { ...npm, ...env })).toMatchObject({
      folder: 'my-site',
      ...options,
    });
  });

  test('restore the folder that npm read as the path of git', () => {
    expect(readOptions([], { ...npm, npm_config_git: 'my-site' })).toMatchObject({
      folder: 'my-site',
      git: 'yes',
    });
    const setting = { ...npm, npm_config_git: '/usr/bin/git' };
    expect(readOptions([], setting)).toEqual({});
  });

  test('stop the program if a project layout may also be a folder, with the commands to type', () => {
    expect(() => readOptions(['hybrid'], npm)).toThrow(
      '"hybrid" is ambiguous: it may be the folder or the layout, because npm drops --form before "--": type npm create fw-app -- ./hybrid, ' +
        'or npm create fw-app -- my-site --form hybrid.',
    );
  });

  test('stop the program if an argument is ambiguous, with the command to type', () => {
    expect(() => readOptions(['my-site', 'bogus'], npm)).toThrow(
      'Unexpected argument "bogus": pass only one folder, quote a name with spaces, ' +
        'and put flags behind "--", as in npm create fw-app my-site -- --form config.',
    );
  });

  test('are ignored if npm did not start this program', () => {
    expect(readOptions(['a'], { npm_config_variant: 'true', npm_config_json: 'true' })).toEqual({
      folder: 'a',
    });
  });

  test('keep an argument that npm cannot have consumed', () => {
    expect(readOptions(['hybrid'], {})['folder']).toBe('hybrid');
    expect(readOptions(['hybrid', '--form', 'config'], npm)).toMatchObject({
      folder: 'hybrid',
      form: 'config',
    });
  });

  test.each(['', 'false'])('disable the installation: npm_config_install=%j', (npm_config_install) => {
    expect(readOptions(['my-site'], { ...npm, npm_config_install })['install']).toBe('no');
  });

  test.each([
    ['true', true],
    ['', undefined],
  ])('accept the defaults: npm_config_yes=%j', (npm_config_yes, yes) => {
    expect(readOptions(['my-site'], { ...npm, npm_config_yes })['yes']).toBe(yes);
  });

  test('are overridden by the same flag on the command line', () => {
    expect(readOptions(['my-site', '--variant', 'b'], { ...npm, npm_config_variant: 'a' })['variant']).toBe(
      'b',
    );
  });

  test.each([
    [['my-site', 'c'], 'true', 'Unknown variant "c": choose a or b.'],
    [['my-site'], 'c', 'Unknown variant "c": choose a or b.'],
    [
      ['my-site'],
      'true',
      'npm consumed --variant, and the values are ambiguous: ' +
        'type npm create fw-app -- my-site --variant <a|b>.',
    ],
  ])('are rejected in one sentence: %j with %j', (args, npm_config_variant, sentence) => {
    expect(() => readOptions(args, { ...npm, npm_config_variant })).toThrow(sentence);
  });
});

test('a setting in an npmrc file is not a flag', async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, { '.npmrc': 'yes=true\njson = true\n' });
  const set = { ...npm, npm_config_yes: 'true', npm_config_json: 'true', npm_config_dry_run: 'true' };
  const env = { ...set, npm_config_userconfig: join(folder, '.npmrc') };
  expect(readOptions(['my-site'], env)).toEqual({ folder: 'my-site', 'dry-run': true });
});
