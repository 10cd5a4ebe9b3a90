/** @module-tag full */
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { generateTests } from '../../../packages/cli/test/commands/generate.ts';
import { recordingProject, runProgram } from './project-commands.ts';

const project = recordingProject('generate');
generateTests(project);

describe('fw generate in the files of a project', () => {
  test("the project's typescript is not the parser: none of it is loaded", async () => {
    const env = { NODE_OPTIONS: '--trace-uncaught', NODE_DEBUG: 'module' };
    const { exitCode, stderr } = await runProgram(
      project,
      ['generate', 'service', '--class', 'Clock', '--dry-run'],
      env,
    );
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/node_modules[\\/]typescript[\\/]/);
  });

  test('fw generate generator creates a generator that works, and its types are checked', async () => {
    const own = ['generate', 'generator', '--name', 'note', '--no-install'];
    expect(await runProgram(project, own)).toMatchObject({ exitCode: 0 });
    expect(await runProgram(project, ['generate', 'note', '--name', 'Hello you'])).toMatchObject({
      exitCode: 0,
      stdout: 'add  src/note/hello-you.ts',
    });
    expect(await project.read('src/note/hello-you.ts')).toContain('export function helloYou(): string {');
    const tsc = join(project.folder, 'node_modules', '.bin', 'tsc');
    expect(await execa(tsc, [], { cwd: project.cwd, reject: false })).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });
});
