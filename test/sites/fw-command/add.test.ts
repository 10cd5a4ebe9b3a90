/** @module-tag full */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { treeOf } from '../created-projects.ts';
import { addTests } from '../../../packages/cli/test/commands/add.ts';
import { callFw, type Ended } from '../call-fw.ts';
import { recordingProject, runProgram } from './project-commands.ts';

const project = recordingProject('add');
addTests(project);
const { read, write, expectUnchanged } = project;
/** A folder with a program `npm` whose behavior a test defines. */
let bin: string;

beforeAll(async () => {
  bin = join(project.folder, 'bin');
  await mkdir(bin);
});

afterAll(() => rm(bin, { recursive: true, force: true }));

/** Adds something with a package manager. Only its exit code matters. */
async function addWith(script: string, ...args: string[]): Promise<Ended> {
  await writeFile(join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'npm'), 0o755);
  return runProgram(project, args, { PATH: `${bin}${delimiter}${process.env['PATH']}` });
}

describe('fw add', () => {
  test('adds, and reports that there is nothing to do the second time; fw undo restores every byte', async () => {
    const { exitCode, stdout } = await addWith('echo "{}" > package-lock.json', 'add', 'cors');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'Installing fw-middleware with npm …',
        'edited  package.json',
        'edited  config/providers.ts',
        'made    config/autoload/cors.global.ts',
        'made    test/cors.test.ts',
        'made    package-lock.json',
        'edited  .fw/types/services.d.ts',
        'Installed fw-middleware with npm.',
        'To undo it: node fw undo',
      ].join('\n'),
    );
    expect(await read('config/providers.ts')).toContain('ConfigProvider[] = [corsProvider];');
    const dependencies = Object.keys(JSON.parse(await read('package.json')).dependencies);
    expect(dependencies).toEqual(['fw-middleware', 'fw-runtime']);
    const again = await callFw(project.cwd, ['add', 'cors']);
    expect([again.exitCode, again.stdout]).toEqual([0, 'Nothing to do: everything exists already.']);

    const undone = await addWith('echo follows > node_modules.txt; echo "{ }" > package-lock.json', 'undo');
    expect(undone.stdout).toContain('Undone: fw add cors');
    expect(await read('node_modules.txt')).toBe('follows\n');
    await rm(join(project.cwd, 'node_modules.txt'));
    await expectUnchanged();
  });

  test.each([
    [
      'an installation that fails',
      'echo "npm error no such package" >&2; echo x > package-lock.json; exit 1',
    ],
    ['a signal while it installs', 'echo x > package-lock.json; kill -TERM $PPID; exec sleep 20'],
  ])('%s leaves everything unchanged', async (name, script) => {
    const { exitCode, stderr } = await addWith(script, 'add', 'cors');
    expect([exitCode, stderr]).toEqual(
      name.includes('signal')
        ? [143, 'Cancelled: nothing was written.']
        : [1, 'Nothing was written, because npm install failed: no such package'],
    );
    await expectUnchanged();
  });

  test('a project that would not load afterwards is unchanged, and installed packages are removed', async () => {
    await write(
      'config/autoload/zone.global.ts',
      `import { existsSync } from 'node:fs';
if (existsSync(new URL('cors.global.ts', import.meta.url))) throw new Error('There are two.');
export default {};
`,
    );
    const tree = await treeOf(project.cwd);
    const { exitCode, stderr } = await addWith('echo run >> ../installed.txt', 'add', 'cors');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nothing was written, because with this change:');
    expect(stderr).toContain('Error: There are two. (config/autoload/zone.global.ts:2');
    expect(await treeOf(project.cwd)).toEqual(tree);
    expect((await execa('cat', [join(project.folder, 'installed.txt')])).stdout).toBe('run\nrun');
    await rm(join(project.cwd, 'config/autoload/zone.global.ts'));
  });

  test('a dry run shows the diff, and neither installs nor writes', async () => {
    const { exitCode, stdout } = await addWith('exit 1', 'add', 'cors', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+    "fw-middleware": "');
    expect(stdout).toContain('+const providers: readonly ConfigProvider[] = [corsProvider];');
    await expectUnchanged();
  });
});
