import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments } from '#command-line/arguments';
import { dryRunFlag, type Flag, jsonFlag, yesFlag } from '#command-line/flag';
import { wantsJson, withSwallowedFlags } from '#command-line/npm-flags';
import { fw } from '../src/fw.ts';
import { launchOf } from '../src/project/typed-command.ts';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';
import { projectWith } from './project-with.ts';

const flags: readonly Flag[] = [
  { name: 'path', placeholder: '<path>', help: '' },
  { name: 'method', placeholder: '<methods>', help: '' },
  { name: 'class', placeholder: '<Name>', help: '' },
  { name: 'name', placeholder: '<name>', help: '' },
  { name: 'token', placeholder: '<name=regex>', help: '' },
  yesFlag,
  dryRunFlag,
  jsonFlag,
];
const npm = { npm_config_user_agent: 'npm/11.0.0 node/v22.0.0 linux x64' };
const run = { ...npm, npm_lifecycle_event: 'generate' };

function meant(args: readonly string[], given: Record<string, string>): readonly string[] {
  const { beginning, env } = launchOf(given);
  return withSwallowedFlags({ beginning, args, flags, words: 1 }, env);
}

// These are the results of npm 10 and 11.
describe('a flag that npm consumed is restored', () => {
  test.each([
    ['--path /x', ['route', '/x'], { npm_config_path: 'true' }, ['route', '--path=/x']],
    ['--path=/x', ['route'], { npm_config_path: '/x' }, ['route', '--path=/x']],
    [
      '--path=/x --method=PUT --method=POST',
      ['route'],
      { npm_config_path: '/x', npm_config_method: 'PUT\n\nPOST' },
      ['route', '--path=/x', '--method=PUT', '--method=POST'],
    ],
    [
      '--method PUT --method POST',
      ['route', 'PUT', 'POST'],
      { npm_config_method: 'true\n\ntrue' },
      ['route', '--method=PUT', '--method=POST'],
    ],
    [
      '--class Foo',
      ['route', 'Foo'],
      { npm_config_long: 'true', npm_config_all: 'true' },
      ['route', '--class=Foo'],
    ],
    [
      '--path=/x/{id} --token id=1',
      ['route'],
      { npm_config_path: '/x/{id}', npm_config_token_description: 'id=1' },
      ['route', '--path=/x/{id}', '--token=id=1'],
    ],
    [
      '--token id=1, and --path behind --',
      ['route', '--path', '/x/{id}'],
      { npm_config_token_description: 'id=1' },
      ['route', '--path', '/x/{id}', '--token=id=1'],
    ],
    ['--path route', ['route', 'route'], { npm_config_path: 'true' }, ['route', '--path=route']],
    [
      '--path route, and --name behind --',
      ['route', 'route', '--name', 'route'],
      { npm_config_path: 'true' },
      ['route', '--name', 'route', '--path=route'],
    ],
    ['--dry-run', ['route'], { npm_config_dry_run: 'true' }, ['route', '--dry-run']],
    [
      '--yes --json',
      ['route'],
      { npm_config_yes: 'true', npm_config_json: 'true' },
      ['route', '--yes', '--json'],
    ],
    ['--path /x behind --', ['route', '--path', '/x'], { npm_config_path: '/y' }, ['route', '--path', '/x']],
    [
      '--path /x, and --class behind --',
      ['route', '/x', '--class', 'Foo'],
      { npm_config_path: 'true' },
      ['route', '--class', 'Foo', '--path=/x'],
    ],
  ])('%s', (_, args, env, expected) => {
    expect(meant(args, { ...run, ...env })).toEqual(expected);
  });
});

test.each([
  [
    'two ambiguous values',
    ['route', '/x', 'Foo'],
    { npm_config_path: 'true', npm_config_name: 'true' },
    'npm consumed --path and --name, and the values are ambiguous: ' +
      'type npm run generate -- route --path <path> --name <name>.',
  ],
  [
    'no value',
    ['route'],
    { npm_config_path: 'true', npm_lifecycle_event: 'fw' },
    'npm consumed --path, and the values are ambiguous: type npm run fw -- route --path <path>.',
  ],
  [
    'one value too many',
    ['route', '/x', '/y'],
    { npm_config_path: 'true', npm_lifecycle_event: 'npx' },
    'npm consumed --path, and the values are ambiguous: type npx --no-install fw route --path <path>.',
  ],
  [
    'constraints of which npm may have kept only one',
    ['route', '/x/{id}/{n}'],
    { npm_config_path: 'true', npm_config_token_description: 'n=2' },
    'npm keeps only the last --token, so further ones may be lost: ' +
      'type npm run generate -- route --path <path> --token <name=regex>.',
  ],
  [
    'a constraint for an unknown path',
    ['route'],
    { npm_config_token_description: 'n=2', npm_lifecycle_event: 'fw' },
    'npm keeps only the last --token, so further ones may be lost: ' +
      'type npm run fw -- route --path <path> --token <name=regex>.',
  ],
])('the command to type is printed for %s', (_, args, env, sentence) => {
  expect(() => meant(args, { ...run, ...env })).toThrow(
    expect.objectContaining({ message: sentence, exitCode: 2 }),
  );
});

describe('nothing is read as a flag', () => {
  test.each([
    ['where npm did not start this program', { npm_config_yes: 'true', npm_lifecycle_event: 'generate' }],
    ['where another script did', { ...npm, npm_lifecycle_event: 'test', npm_config_json: 'true' }],
    ['that was passed to npx', { ...npm, npm_lifecycle_event: 'npx', npm_config_yes: 'true' }],
    ['that is turned off', { ...run, npm_config_dry_run: 'false', npm_config_json: '' }],
  ])('%s', (_, env) => {
    expect(meant(['route'], env)).toEqual(['route']);
    expect(wantsJson([], launchOf(env).env)).toBe(false);
  });

  test.each(['npm_config_userconfig', 'npm_config_globalconfig', 'npm_config_local_prefix'])(
    'that is a setting of npm, in the file of %s',
    async (variable) => {
      const folder = await emptyFolder();
      await writeFiles(folder, { '.npmrc': 'fund=false\nyes = true\njson\nname=me\n' });
      const env = {
        ...run,
        [variable]: variable === 'npm_config_local_prefix' ? folder : join(folder, '.npmrc'),
        npm_config_yes: 'true',
        npm_config_json: 'true',
        npm_config_name: 'me',
      };
      expect(meant(['route'], env)).toEqual(['route']);
      expect(wantsJson([], launchOf(env).env)).toBe(false);
      expect(meant(['route'], { ...env, npm_config_dry_run: 'true' })).toEqual(['route', '--dry-run']);
    },
  );
});

describe('of fw request, --json', () => {
  test.each([
    [['request', '/x', '--json'], true],
    [['request', '/x', '--json', '--trace'], true],
    [['request', '/x', '--output', 'json'], true],
    [['request', '/x', '--json', '{}'], false],
    [['request', '/x', '--json', '-'], false],
    [['openapi', '--output', 'json'], false],
    [['routes', '--json', '/x'], true],
  ])('reads JSON from %j: %s', (args, isWanted) => {
    expect(wantsJson(args, {})).toBe(isWanted);
  });

  const json: Flag = { name: 'json', placeholder: '<data>', mayStandAlone: true, help: '' };
  const trace: Flag = { name: 'trace', help: '' };

  test.each([
    [['--json'], ['']],
    [['--json', '--trace'], ['']],
    [['--json', '-'], ['-']],
    [
      ['--json', '{}', '--json'],
      ['{}', ''],
    ],
  ])('%j has the values %j', (args, values) => {
    expect(readArguments(args, [json, trace], 0).values['json']).toEqual(values);
  });
});

test.each(['fw', 'generate'])(
  'an unknown kind is rejected before its flags are, in a script of npm: %s',
  async (script) => {
    const { root } = await projectWith({ 'public/index.ts': "import 'fw-runtime/b';\n" });
    const env = { ...npm, npm_lifecycle_event: script };
    const host = { stdin: {}, stdout: process.stdout, stderr: process.stderr, env, cwd: () => root };
    const called = fw(
      ['generate', 'event', '--class', 'X'],
      AbortSignal.any([]),
      host as unknown as NodeJS.Process,
    );
    await expect(called).rejects.toThrow(/^Unknown kind "event": there are route, resource, /);
  },
);
