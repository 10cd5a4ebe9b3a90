/** @module-tag full */
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../../../packages/command-line/test/programs.ts';
import { keys, Sitting } from '../../../packages/command-line/test/terminal.ts';
import { GENERATORS } from '../../../packages/cli/src/generate/generators.ts';
import { fw } from '../../support/commands.ts';
import { treeOf } from '../created-projects.ts';
import { installedProject, runProgram } from './project-commands.ts';
import type { Ended } from '../call-fw.ts';

const project = installedProject();
const { expectUnchanged, read } = project;
const run = (args: readonly string[]): Promise<Ended> => runProgram(project, args);
const generate = (...args: string[]): Promise<Ended> => run(['generate', ...args]);

describe('fw generate on the command line', () => {
  test('no terminal and a missing answer: the missing flag is named, exit 2', async () => {
    expect(await generate('route')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: '--path <path> is missing, and there is no terminal for prompts: pass it.',
    });
    expect((await generate()).stderr).toMatch(
      'The kind is missing, and there is no terminal for prompts: pass one of route,',
    );
    const { exitCode, stdout } = await generate('app', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).needs).toEqual([{ flag: '--class' }, { flag: '--path' }]);
    await expectUnchanged();
  });

  test.each([
    ['Ctrl-C', keys.controlC],
    ['Esc', keys.escape],
    ['the end of input', keys.controlD],
  ])('%s at a prompt: exit 130, nothing written', async (_, key) => {
    const sitting = new Sitting(['generate', 'route'], { cwd: project.cwd, program: fw });
    (await sitting.sees('Path, as in')).types(`/about${keys.enter}`);
    (await sitting.sees('Methods')).types(key);
    expect(await sitting.ends()).toBe(130);
    expect(sitting.screen).toMatch('Cancelled: nothing was written.');
    await expectUnchanged();
  });

  test('without a kind it prompts, and prints the equivalent command without prompts', async () => {
    const sitting = new Sitting(['generate'], { cwd: project.cwd, program: fw });
    const place = GENERATORS.filter(({ variant }) => variant !== 'a').findIndex(
      ({ kind }) => kind === 'service',
    );
    (await sitting.sees('error-handler  Generate an error listener')).types(
      keys.down.repeat(place) + keys.enter,
    );
    (await sitting.sees('? Class')).types(`9${keys.enter}`);
    (await sitting.sees('starts with a digit')).types(`\u007fClock${keys.enter}`);
    (await sitting.sees('? Services')).types(keys.enter);
    (await sitting.sees('? Feature')).types(keys.enter);
    expect(await sitting.ends()).toBe(0);
    expect(sitting.screen).toMatch('The same without prompts: node fw generate service --class Clock');
    expect(await read('src/service/clock.ts')).toMatch('export class Clock');
  });

  test('verifying a change takes less time than inspecting the project', async () => {
    const timeOf = async (...args: string[]): Promise<number> => {
      const start = performance.now();
      expect((await run(args)).exitCode).toBe(0);
      return performance.now() - start;
    };
    // One turn is enough, because other load on this machine is irrelevant.
    const ratios: number[] = [];
    for (let turn = 0; turn < 4 && (ratios.at(-1) ?? Infinity) >= 2; turn++) {
      const looking = await timeOf('routes');
      ratios.push((await timeOf('generate', 'route', '--path', '/about', '--dry-run')) / looking);
    }
    expect(ratios.at(-1)).toBeLessThan(2);
  });

  test('an unknown kind is rejected, not replaced by another', async () => {
    expect(await generate('rout', '--path', '/x')).toMatchObject({
      exitCode: 2,
      stderr: 'Unknown kind "rout": did you mean route?',
    });
    expect((await generate('error-middleware', '--class', 'X')).stderr).toMatch(
      '"error-middleware" is for variant A, and this project has variant B',
    );
    expect((await generate('route', '--paht', '/x')).stderr).toMatch(
      'Unknown flag --paht: did you mean --path?',
    );
  });

  test('flags that npm consumed for want of -- are used, or the command to type is printed', async () => {
    const npm = async (...args: string[]): Promise<Ended> => {
      const options = {
        cwd: project.cwd,
        env: cleanEnvironment(),
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
      } as const;
      const { exitCode = -1, stdout, stderr } = await execa('npm', ['run', ...args], options);
      return { exitCode, stdout, stderr };
    };
    expect(await npm('generate', 'route', '--path', '/about', '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`+    route('GET', '/about', about`),
    });
    expect(await npm('generate', 'route', '--path', '/about', '--class', 'Us')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('type npm run generate -- route --path <path> --class <Name>.'),
    });
    await expectUnchanged();

    expect((await npm('fw', 'generate', 'route', '--path=/about', '--class', 'Us')).exitCode).toBe(0);
    const written = await treeOf(project.cwd);
    expect(written.has(join('src', 'action', 'us.ts'))).toBe(true);
    expect((await npm('--silent', 'fw', 'routes', '--json')).stdout).toMatch(/^\[/);
    expect((await npm('fw', 'routes', '--method', 'POST')).stdout).toMatch('0 of 3 routes');
    expect((await npm('fw', 'undo', '--dry-run')).exitCode).toBe(0);
    expect(await treeOf(project.cwd)).toEqual(written);
  });
});
