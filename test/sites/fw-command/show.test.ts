/** @module-tag full */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { fw } from '../../support/commands.ts';
import { showTests } from '../../../packages/cli/test/commands/show.ts';
import { routesFile } from '../../../packages/cli/test/commands/project.ts';
import { callFw } from '../call-fw.ts';
import { recordingProject } from './project-commands.ts';

const project = recordingProject('show');
showTests(project);

describe('fw routes', () => {
  test('500 routes are shown, each with its line', async () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `    { path: '/item/${index}/{id}', middleware: helloWorld },`,
    );
    await project.write(
      routesFile,
      (await project.read(routesFile)).replace('routes: [\n', `routes: [\n${many.join('\n')}\n`),
    );
    const { stdout } = await callFw(project.cwd, ['routes']);
    expect(stdout).toMatch('502 routes');
    expect(stdout).toMatch(`any     /item/499/{id}  /item/499/{id}  helloWorld  ${routesFile}:506`);
  });
});

describe('fw client', () => {
  const api = (contract: string): string => `import { defineConfig, EmptyResponse } from 'fw-runtime/b';
import { contract } from 'fw-runtime/contract';

const touch = contract(${contract});
const middleware = touch.handle(() => new EmptyResponse());

export default defineConfig({ routes: [{ path: '/posts/{id}', allowed_methods: ['PUT'], name: 'touch', middleware }] });
`;
  const file = 'config/autoload/api.global.ts';

  test("writes a client of the app's contracts, and --check reports a change of the contracts", async () => {
    await project.write(file, api('{ responses: { 204: null } }'));
    const { exitCode, stdout } = await callFw(project.cwd, ['client']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^made {4}src\/client\.ts\nIt needs openapi-fetch/),
    ]);
    expect(await project.read('src/client.ts')).toMatch(
      /"\/posts\/{id}": {[^]*touch: {[^]*id: string;[^]*204: {/,
    );
    expect((await callFw(project.cwd, ['client', '--check'])).exitCode).toBe(0);
    await project.write(file, api('{ responses: { 202: null } }'));
    expect((await callFw(project.cwd, ['client', '--check'])).exitCode).toBe(1);
  });
});

describe('fw', () => {
  test('ends without an error when its output is closed', async () => {
    const child = spawn(process.execPath, [fw, 'help'], {
      cwd: project.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([said, exitCode]).toEqual(['', 0]);
  });

  test('fails outside a project with a message', async () => {
    const { exitCode, stderr } = await execa(process.execPath, [fw, 'routes'], {
      cwd: tmpdir(),
      reject: false,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch('No project found');
  });
});
