/** @module-tag full */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys, Sitting } from '../../packages/command-line/test/terminal.ts';
import { callFw } from './call-fw.ts';
import { fw } from '../support/commands.ts';
import { createProjects, treeOf } from './created-projects.ts';

let folder: string;
let cwd: string;
let entry: string;
let before: Map<string, string>;
let server: Server;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fw-cancelled-')));
  await createProjects(folder, { site: ['--variant', 'b'] });
  cwd = join(folder, 'site');
  entry = await readFile(join(cwd, 'public/index.ts'), 'utf8');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.close();
  await writeFile(join(cwd, 'public/index.ts'), entry);
});

/**
 * Makes the project's entry start a process and never end.
 *
 * @param where a condition, in the site's code
 * @returns resolves when both processes run, with a promise of their end
 */
async function hangs(where = 'true'): Promise<() => Promise<{ ended: Promise<unknown> }>> {
  const connect = `connect(${(server.address() as AddressInfo).port}, '127.0.0.1')`;
  const hanging = `import { spawn } from 'node:child_process';
import { connect } from 'node:net';
if (${where}) {
  process.on('SIGINT', () => {});
  spawn(process.execPath, ['-e', ${JSON.stringify(`process.on('SIGINT', () => {}); require('net').${connect}`)}]);
  ${connect};
  await new Promise(() => {});
}
`;
  await writeFile(join(cwd, 'public/index.ts'), hanging + entry);
  before = await treeOf(cwd);
  const sockets: Promise<unknown>[] = [];
  const bothRun = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      // How a killed process closes its connection is irrelevant.
      sockets.push(new Promise((closed) => socket.on('error', () => {}).on('close', closed)));
      if (sockets.length === 2) resolve();
    });
  });
  return async () => {
    await bothRun;
    return { ended: Promise.all(sockets) };
  };
}

async function expectNothingLeft(): Promise<void> {
  expect(await treeOf(cwd)).toEqual(before);
  expect(await readdir(join(cwd, 'data'))).toEqual(['.gitignore']);
}

const generation = 'generate route --path /about --yes';

describe('a command that waits for a project which never loads', () => {
  test.each(['check', 'routes', 'routes match GET /ping', 'pipeline', generation])(
    'ends with 130 on Ctrl-C, and leaves no process and no file: fw %s',
    async (command) => {
      const bothRun = await hangs();
      const sitting = new Sitting(command.split(' '), { cwd, program: fw });
      const { ended } = await bothRun();
      expect(await sitting.types(keys.controlC).ends()).toBe(130);
      expect(sitting.screen).toBe('^CCancelled: nothing was written.');
      await ended;
      await expectNothingLeft();
    },
  );

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends by %s to its process group with %i', async (signal, code) => {
    const bothRun = await hangs();
    const child = spawn(process.execPath, [fw, 'check'], { cwd, stdio: 'ignore', detached: true });
    const { ended } = await bothRun();
    process.kill(-(child.pid ?? 0), signal);
    expect(await once(child, 'exit')).toEqual([code, null]);
    await ended;
    await expectNothingLeft();
  });
});

test('an undo that is cancelled while the project loads changes nothing, and leaves no copy', async () => {
  const run = (...args: string[]): unknown =>
    execa(process.execPath, [fw, ...args], { cwd, stdin: 'ignore' });
  const generated = await readdir(join(cwd, 'data'));
  await run(...generation.split(' '));
  const bothRun = await hangs();
  const sitting = new Sitting(['undo'], { cwd, program: fw });
  const { ended } = await bothRun();
  expect(await sitting.types(keys.controlC).ends()).toBe(130);
  await ended;
  expect(await treeOf(cwd)).toEqual(before);
  expect(await readdir(join(cwd, 'data', '.fw'))).toEqual(['journal.json']);

  await writeFile(join(cwd, 'public/index.ts'), entry);
  await run('undo');
  await rm(join(cwd, 'data', '.fw'), { recursive: true });
  expect(await readdir(join(cwd, 'data'))).toEqual(generated);
});

test('a generation that is cancelled while its copy of the project is verified leaves no copy', async () => {
  const bothRun = await hangs(`process.cwd() !== ${JSON.stringify(cwd)}`);
  const sitting = new Sitting(generation.split(' '), { cwd, program: fw });
  const { ended } = await bothRun();
  expect(await sitting.types(keys.controlC).ends()).toBe(130);
  await ended;
  await expectNothingLeft();
});

describe('a project that cannot be inspected', () => {
  const check = async (): Promise<unknown> => {
    before = await treeOf(cwd);
    const { exitCode, stdout, stderr } = await execa(process.execPath, [fw, 'check'], {
      cwd,
      reject: false,
      stdin: 'ignore',
    });
    return [exitCode, stdout.split('\n').at(-1), stderr];
  };

  test('is reported at once if its entry waits forever', async () => {
    await writeFile(join(cwd, 'public/index.ts'), 'await new Promise(() => {});\n');
    const start = performance.now();
    expect(await check()).toEqual([
      1,
      '- public/index.ts never finishes: it waits for a promise that stays pending.',
      '',
    ]);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('is reported at once if a service is never ready, with the location that names it', async () => {
    const file = join(cwd, 'config/autoload/never.global.ts');
    const factories = '{ Never: () => new Promise(() => {}) }';
    const routes = `[{ path: '/never', middleware: 'Never' }]`;
    await writeFile(
      file,
      `export default { dependencies: { factories: ${factories} }, routes: ${routes} };\n`,
    );
    try {
      const fault = `- In the route "/never" (/never): creating "Never" never finishes: it waits for a promise that stays pending.`;
      expect(await check()).toEqual([1, fault, '']);
    } finally {
      await rm(file);
    }
  });

  test('is reported if its entry never calls run()', async () => {
    await writeFile(join(cwd, 'public/index.ts'), 'export {};\n');
    expect(await check()).toEqual([
      1,
      '- public/index.ts neither calls run() nor exports an application as default, so there is nothing to inspect.',
      '',
    ]);
  });

  test('is reported after 30 seconds if its entry runs forever', async () => {
    // Like an endless loop, but it leaves the processor to the other tests.
    const endless = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n';
    await writeFile(join(cwd, 'public/index.ts'), endless);
    // The command runs in this process, so its time limit passes at once.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const checked = callFw(cwd, ['check']);
    while (vi.getTimerCount() === 0) await setImmediate();
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    expect(await checked).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'The app was not loaded within 30 s: public/index.ts awaits something before run(), or a service is never ready.',
    });
  });
});
