import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jsonFlag } from '#command-line/flag';
import { projectOf } from '../../src/client/client-project.ts';
import { findTypesProgram, makeTypes } from '../../src/client/openapi-typescript.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

const document = { openapi: '3.1.0', info: { title: 'Posts', version: '1.0.0' }, paths: { '/posts': {} } };

async function projectWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await emptyFolder();
  await writeFiles(folder, { 'package.json': '{ "type": "module" }\n', ...files });
  return folder;
}

describe('openapi-typescript', () => {
  const installed = (typescript: string): Record<string, string> => ({
    'node_modules/openapi-typescript/package.json': '{ "version": "7.13.0" }',
    'node_modules/typescript/package.json': `{ "version": "${typescript}" }`,
  });

  test.each(['5.9.3', '6.0.2'])('is run from where it is installed beside TypeScript %s', async (version) => {
    const folder = await projectWith(installed(version));
    expect(findTypesProgram([folder], 'pnpm')).toEqual({
      program: [process.execPath, join(folder, 'node_modules/openapi-typescript/bin/cli.js')],
    });
  });

  test.each([
    ['npm', 'npm exec'],
    ['pnpm', 'pnpm --package=openapi-typescript@7.13.0 --package=typescript@5.9.3 dlx openapi-typescript'],
    ['yarn', 'yarn dlx'],
    ['bun', 'bun x openapi-typescript@7.13.0'],
    ['deno', 'deno run'],
  ] as const)(
    'is run by %s if TypeScript 7 is installed beside it, or it is not installed',
    async (name, command) => {
      for (const files of [installed('7.0.2'), {}]) {
        const { program, fetchedBy } = findTypesProgram([await projectWith(files)], name);
        expect(fetchedBy).toBe(name);
        expect(program.join(' ')).toMatch(command);
      }
    },
  );

  test.each([
    ["console.error('npm error code E404\\nnpm error 404 Not Found'); process.exit(1);", '404 Not Found'],
    ["console.log('something else */');", 'something else'],
  ])('that fails is reported, with a hint', async (code, reason) => {
    const cwd = await projectWith({ 'fails.mjs': code });
    const program = [process.execPath, join(cwd, 'fails.mjs')] as const;
    const { signal } = new AbortController();
    const makes = (): Promise<string> =>
      makeTypes(document, { program, fetchedBy: 'npm' }, { cwd, flags: [], signal });
    await expect(makes()).rejects.toThrow(
      new RegExp(`generated no types: ${reason}.*\n.*npm downloads it on first use: check that the registry`),
    );
  });

  test.skipIf(process.platform === 'win32')('is run by npm for yarn 1, without its own flags', async () => {
    const cwd = await projectWith({
      'bin/yarn': '#!/bin/sh\necho 1.22.22\n',
      'bin/npm': '#!/bin/sh\necho "/* */ export interface paths {} // $1 json=$npm_config_json"\n',
    });
    await Promise.all(['yarn', 'npm'].map((name) => chmod(join(cwd, 'bin', name), 0o755)));
    vi.stubEnv('PATH', `${join(cwd, 'bin')}${delimiter}${process.env['PATH']}`);
    // npm forwards a --json that was typed without a preceding -- in this way.
    vi.stubEnv('npm_config_json', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { signal } = new AbortController();
    const program = findTypesProgram([cwd], 'yarn');
    const types = await makeTypes(document, program, { cwd, flags: [jsonFlag], signal });
    expect(types.trim()).toBe('export interface paths {} // exec json=');
  });

  test('that is missing with its package manager is reported', async () => {
    const cwd = await projectWith();
    const { signal } = new AbortController();
    const types = makeTypes(document, { program: ['no-such-manager'] }, { cwd, flags: [], signal });
    await expect(types).rejects.toThrow('generated no types: no-such-manager was not found on the PATH.');
  });
});

test("the package manager is the one of the client's project, or of its workspace", async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, {
    // A lock file above a project applies only to a workspace.
    'yarn.lock': '',
    'package.json': '{}',
    'alone/package.json': '{}',
    'all/pnpm-lock.yaml': '',
    'all/pnpm-workspace.yaml': '',
    'all/package.json': '{}',
    'all/web/package.json': '{}',
    'all/app/package.json': '{ "packageManager": "yarn@4.9.0" }',
  });
  const project = (path: string): unknown => projectOf(join(folder, path), 'npm');
  expect(project('all/web/src/new/api.ts')).toEqual({
    root: join(folder, 'all/web'),
    packageManager: 'pnpm',
  });
  expect(project('all/app/api.ts')).toEqual({ root: join(folder, 'all/app'), packageManager: 'yarn' });
  expect(project('alone/api.ts')).toEqual({ root: join(folder, 'alone'), packageManager: 'npm' });
  expect(projectOf('/none/api.ts', 'bun')).toBeUndefined();
});
