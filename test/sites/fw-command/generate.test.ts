/** @module-tag full */
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../laid-down.ts';
import { generateTests } from '../../../packages/cli/test/commands/generate.ts';
import { callFw, type Ended } from '../call-fw.ts';
import { recordingProject, runProgram } from './site.ts';

const project = recordingProject('generate');
generateTests(project);

describe('fw generate in the files of a site', () => {
  test("the site's typescript is no parser: nothing of it is loaded", async () => {
    const env = { NODE_OPTIONS: '--trace-uncaught', NODE_DEBUG: 'module' };
    const { exitCode, stderr } = await runProgram(
      project,
      ['generate', 'service', '--class', 'Clock', '--dry-run'],
      env,
    );
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/node_modules[\\/]typescript[\\/]/);
  });

  test('plop lists them, asks the same, and ends with an error where they do', async () => {
    const plop = (...args: string[]): Promise<Ended> =>
      execa(join(project.folder, 'node_modules/.bin/plop'), args, {
        cwd: project.cwd,
        reject: false,
        stdin: 'ignore',
      }) as never;
    expect(await plop('service', 'Clock', '', '')).toMatchObject({ exitCode: 0 });
    expect(await project.read('src/service/clock.ts')).toMatch('export class Clock');
    const written = await treeOf(project.cwd);
    await plop('service', 'Clock', '', '');
    expect(await treeOf(project.cwd)).toEqual(written);
    expect((await plop('service', '9Clock', '', '')).exitCode).toBe(1);
    expect((await plop('service', 'Ping', '', '')).exitCode).not.toBe(0);
    expect(await treeOf(project.cwd)).toEqual(written);
    expect((await callFw(project.cwd, ['undo'])).stdout).toMatch('Undone: fw generate service --class Clock');
    const answers = ['POST /posts', '', 'AddPost', 'add-post', '', 'zod', 'json', '', ''];
    expect(await plop('route', ...answers)).toMatchObject({ exitCode: 0 });
    expect((await callFw(project.cwd, ['undo'])).stdout).toMatch(
      "Undone: fw generate route --path 'POST /posts' --class AddPost --name add-post --answer json",
    );
  });
});
