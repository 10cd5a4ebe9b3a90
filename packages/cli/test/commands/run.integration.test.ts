import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { fw } from '../../../../test/support/commands.ts';
import { projectWith } from '../project-with.ts';
import { essentialFirst } from '../../../../test/support/essential-first.ts';

const PROGRAM = `const [name, ...args]: readonly string[] = process.argv.slice(2);
if (name === 'wait') {
  process.on('SIGINT', () => console.log('SIGINT'));
  process.on('SIGTERM', () => {
    console.log('SIGTERM');
    process.exit(7);
  });
  setInterval(() => {}, 60_000);
  console.log('running');
} else if (name === 'die') {
  process.kill(process.pid, 'SIGKILL');
} else {
  console.log(JSON.stringify({ name, args, folder: process.cwd() }));
  process.exitCode = name === 'fail' ? 3 : 0;
}
`;

/** The folder of a project with these files. */
async function project(
  files: Readonly<Record<string, string>> = { 'bin/command.ts': PROGRAM },
): Promise<string> {
  const { root } = await projectWith({ ...files, 'public/index.ts': "import 'fw-runtime/b';\n" });
  await symlink(join(import.meta.dirname, '../../../../node_modules'), join(root, 'node_modules'));
  return root;
}

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(cwd: string, ...args: string[]): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [fw, 'run', ...args], {
    cwd,
    reject: false,
    stdin: 'ignore',
  });
  return { exitCode, stdout, stderr };
}

for (const { some, tags } of essentialFirst<[string[]]>([
  [['import-posts', '--file', 'a b.json', '--help', '--json', '-h', '--', '-y']],
  [[]],
  [['--json']],
  [['help']],
])) {
  test.each(some)('every argument reaches the program: %j', { tags }, async (args) => {
    const { exitCode, stdout, stderr } = await run(await project(), ...args);
    const [name, ...rest] = args;
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ ...(name !== undefined && { name }), args: rest });
  });
}

test(
  'the program runs in the folder of the project, from any folder inside',
  { tags: ['full'] },
  async () => {
    const root = await project();
    const { stdout } = await run(join(root, 'public'), 'where');
    expect(JSON.parse(stdout)).toMatchObject({ folder: root });
  },
);

for (const { some, tags } of essentialFirst([
  ['fail', 3],
  ['die', 137],
])) {
  test.each(some)('the exit code of %s is %i', { tags }, async (name, exitCode) => {
    expect(await run(await project(), name)).toMatchObject({ exitCode, stderr: '' });
  });
}

for (const { some, tags } of essentialFirst(['--help', '-h'])) {
  test.each(some)('%s directly after fw run is the help of fw run', { tags }, async (flag) => {
    const { exitCode, stdout } = await run(await project(), flag);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^fw run: Run a command of the project[^]*Usage: fw run \[name\] \[flags\]/),
    ]);
  });
}

describe.skipIf(process.platform === 'win32')('signals', () => {
  test('are forwarded, and the program decides when it ends', async () => {
    const child = spawn(process.execPath, [fw, 'run', 'wait'], {
      cwd: await project(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed = (word: string): Promise<void> =>
      new Promise((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes(word) && resolve());
      });
    const output = text(child.stdout);
    await printed('running');
    const interrupted = printed('SIGINT');
    child.kill('SIGINT');
    await interrupted;
    child.kill('SIGTERM');
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await output]).toEqual([7, 'running\nSIGINT\nSIGTERM\n']);
  });
});

test('a project without commands says how to generate one', async () => {
  expect(await run(await project({}), 'import-posts', '--json')).toEqual({
    exitCode: 1,
    stdout: '{"error":"This project has no bin/command.ts: run npm run fw -- generate command first."}',
    stderr: 'This project has no bin/command.ts: run npm run fw -- generate command first.',
  });
});

test('outside a project there is nothing to run', async () => {
  expect(await run(tmpdir(), 'import-posts')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('No project found'),
  });
});
