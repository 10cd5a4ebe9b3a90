/** @module-tag full */

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MODULE_RUNTIMES } from '../runtimes/runtimes.ts';
import { fw } from '../support/commands.ts';
import { callFw } from './call-fw.ts';
import { installation, createProjects, treeOf } from './created-projects.ts';

let folder: string;

const projects = {
  'a-programmatic': ['--variant', 'a', '--form', 'programmatic'],
  'b-config': ['--variant', 'b'],
  'a-bun': ['--variant', 'a', '--form', 'hybrid', '--target', 'bun'],
  'b-deno': ['--variant', 'b', '--target', 'deno'],
  'b-workers': ['--variant', 'b', '--target', 'workers'],
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-commands-'));
  await createProjects(folder, projects);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function execute(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(program, args, {
    cwd,
    env: {
      NODE_ENV: undefined,
      VITEST: undefined,
      NO_COLOR: '1',
      PATH: [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
    },
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
}

const flags = ['--flags', 'file:string,dryRun:boolean,tag:string[]?', '--no-install'];

/** The exit code and the lines of what `fw` generates. */
async function generate(cwd: string, ...args: string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await callFw(cwd, ['generate', ...args]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n');
}

/** Prints when it runs, when it stops, and when its service is disposed of. */
const wait = (alias: string): string => `import { command } from 'fw-runtime/command';
import { Clock } from '${alias}/service/clock';

export const wait = command({ name: 'wait' }).handle([Clock], async ({ signal }) => {
  console.log('running');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
});
`;
const clock = `export class Clock {
  dispose(): void {
    console.log('disposed');
  }
}
`;

describe.each(['a-programmatic', 'b-config'])('commands of the project %s', (name) => {
  const alias = name.startsWith('a') ? '#application' : '#app';
  let cwd: string;
  let before: Map<string, string>;
  const run = (...args: string[]): Promise<Ended> => execute(process.execPath, [fw, 'run', ...args], cwd);

  beforeAll(async () => {
    cwd = join(folder, name);
    before = await treeOf(cwd);
  });

  test('there are none at first', async () => {
    expect(await run()).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'This project has no bin/command.ts: run node fw generate command first.',
    });
  });

  test('are generated, listed and run', async () => {
    await generate(cwd, 'service', '--class', 'Clock');
    const printed = await generate(cwd, 'command', 'import-posts', ...flags, '--services', 'Clock,config');
    expect(printed).toEqual([
      'Run it: node fw run import-posts --help',
      'edited  package.json',
      'made    src/command/import-posts.ts',
      'made    test/import-posts.test.ts',
      'made    bin/command.ts',
      'made    config/commands.ts',
      'To undo it: node fw undo',
    ]);
    await generate(cwd, 'command', 'wait');
    expect(await run()).toEqual({
      exitCode: 0,
      stdout: 'import-posts  Import posts\nwait          Wait',
      stderr: '',
    });
    const args = ['import-posts', '--file', 'a.json', '--tag', 'x', '--tag', 'y'];
    expect(await run(...args)).toMatchObject({
      exitCode: 0,
      stdout: "{ file: 'a.json', dryRun: false, tag: [ 'x', 'y' ] }",
    });
    expect(JSON.parse((await run(...args, '--dry-run', '--json')).stdout)).toEqual({
      file: 'a.json',
      dryRun: true,
      tag: ['x', 'y'],
    });
    expect(await run('import-posts', '--help')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('  --file <string>   (required)\n'),
    });
    expect(await run('import-posts', '--fil', 'x')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'There is no flag "--fil"; did you mean "--file"?',
    });
  });

  test('type-check, and pass their tests', async () => {
    expect(await execute('tsc', [], cwd)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const { stdout } = await execute(
      'vitest',
      ['run', 'test/import-posts.test.ts', 'test/wait.test.ts'],
      cwd,
    );
    expect(stdout).toMatch(/Tests {2}2 passed \(2\)/);
  });

  test('run in production without fw-cli, from any folder, and stop at SIGTERM', async () => {
    const kept = new Map<string, string>();
    for (const [path, text] of [
      ['src/command/wait.ts', wait(alias)],
      ['src/service/clock.ts', clock],
    ] as const) {
      kept.set(path, await readFile(join(cwd, path), 'utf8'));
      await writeFile(join(cwd, path), text);
    }
    const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
      scripts: { build: string };
    };
    expect(await execute('sh', ['-c', scripts.build], cwd)).toMatchObject({ exitCode: 0 });
    // A folder beside the projects would have all packages, which are in the folder above.
    const deployed = await mkdtemp(join(tmpdir(), 'fw-deployed-'));
    onTestFinished(() => rm(deployed, { recursive: true, force: true }));
    await mkdir(join(deployed, 'node_modules'));
    for (const path of ['dist', 'package.json']) {
      await cp(join(cwd, path), join(deployed, path), { recursive: true });
    }
    const { modules } = await installation();
    const excluded = /^(?:fw-(?!runtime$)|tsx$|esbuild$|typescript$|vitest$|\.)/;
    for (const each of await readdir(modules)) {
      if (!excluded.test(each)) await symlink(join(modules, each), join(deployed, 'node_modules', each));
    }
    const program = join(deployed, 'dist/bin/command.js');
    const ended = await execute(process.execPath, [program, 'import-posts', '--file', 'b.json'], tmpdir());
    expect(ended).toEqual({ exitCode: 0, stdout: "{ file: 'b.json', dryRun: false }\ndisposed", stderr: '' });

    const waiting = execa(process.execPath, [program, 'wait'], { reject: false });
    await new Promise<void>((resolve) => waiting.stdout.once('data', () => resolve()));
    waiting.kill('SIGTERM');
    expect(await waiting).toMatchObject({ exitCode: 0, stdout: 'running\ndisposed', stderr: '' });
    await rm(join(cwd, 'dist'), { recursive: true });
    for (const [path, text] of kept) await writeFile(join(cwd, path), text);
  });

  test('fw undo restores the tree byte for byte', async () => {
    for (let count = 0; count < 3; count++) {
      const { exitCode, stdout } = await callFw(cwd, ['undo']);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Undone: fw generate /)]);
    }
    expect(await treeOf(cwd)).toEqual(before);
  });
});

describe.for([
  ['Bun', 'a-bun'],
  ['Deno', 'b-deno'],
] as const)('on %s', ([title, name]) => {
  const runtime = MODULE_RUNTIMES.find((each) => each.name === title);

  test('commands run from their source', async (context) => {
    if (runtime === undefined || runtime.absent !== undefined) return context.skip(runtime?.absent);
    const cwd = join(folder, name);
    const printed = await generate(cwd, 'command', 'import-posts', ...flags, '--schema', 'arktype');
    expect(printed).toContain('made    bin/command.ts');
    const run = (...args: string[]): Promise<Ended> =>
      execute(runtime.binary, [...runtime.args, ...args], cwd);
    expect(await run(fw, 'run')).toEqual({ exitCode: 0, stdout: 'import-posts  Import posts', stderr: '' });
    const args = ['import-posts', '--file', 'a.json', '--dry-run', '--json'];
    for (const program of [[fw, 'run'], ['bin/command.ts']]) {
      const { exitCode, stdout } = await run(...program, ...args);
      expect([exitCode, JSON.parse(stdout)]).toEqual([0, { file: 'a.json', dryRun: true }]);
    }
    expect(await run(fw, 'run', 'import-posts')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: '--file is required.',
    });
  });
});

test('a project for Workers has no commands', async () => {
  const { exitCode, stderr } = await callFw(join(folder, 'b-workers'), ['generate', 'command', 'x']);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^"command" needs processes, which Cloudflare Workers doesn't have: there are route, /,
    ),
  ]);
});
