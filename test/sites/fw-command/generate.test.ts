/** @module-tag full */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { generateTests } from '../../../packages/cli/test/commands/generate.ts';
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

  test('a plopfile.ts adds generators, and its types are checked', async () => {
    await writeFile(join(project.cwd, 'plopfile.ts'), PLOPFILE);
    const args = ['generate', 'note', '--text', 'Hello'];
    expect(await runProgram(project, args)).toMatchObject({ exitCode: 0, stdout: 'add  data/note.txt' });
    expect(await project.read('data/note.txt')).toBe('Hello');
    const tsc = join(project.folder, 'node_modules', '.bin', 'tsc');
    expect(await execa(tsc, [], { cwd: project.cwd, reject: false })).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });
});

const PLOPFILE = `import type { NodePlopAPI } from 'node-plop';

export default function (plop: NodePlopAPI): void {
  plop.setGenerator('note', {
    description: 'A note',
    prompts: [{ type: 'input', name: 'text', message: 'Text' }],
    actions: [{ type: 'add', path: 'data/note.txt', template: '{{text}}' }],
  });
}
`;
