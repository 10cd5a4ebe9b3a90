import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { execa } from 'execa';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { projectPlace } from '../../src/show/project-place.ts';
import { fw } from '../../../../test/support/commands.ts';
import { cleanEnvironment, type Ended, fakeProgram } from '../../../command-line/test/programs.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';
import { essentialFirst } from '../../../../test/support/essential-first.ts';

let outside: string;
let project: string;

beforeEach(async () => {
  outside = await emptyFolder();
  project = join(outside, 'site');
  await writeFiles(outside, {
    'secret.txt': 'outside',
    'site/package.json': '{ "dependencies": { "fw-runtime": "^0.1.0" }, "imports": { "#app/*": "./src/*" } }',
    'site/src/ping.ts': 'export {};\n',
    'site/src/$(touch hacked); .ts': 'export {};\n',
    // Windows has no such name.
    ...(process.platform !== 'win32' && { 'site/src/odd:7': 'export {};\n' }),
  });
  await symlink(join(outside, 'secret.txt'), join(project, 'src', 'link.txt'));
});

async function open(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [fw, 'open', ...args], {
    cwd: project,
    env: { ...cleanEnvironment(), LAUNCH_EDITOR: '', VISUAL: '', EDITOR: '', ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

interface Editor {
  readonly env: Record<string, string>;
  /** The arguments that started it, if it was started. */
  readonly opened: Promise<string[]>;
}

/** An editor that records its arguments. */
async function editor(name: string): Promise<Editor> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const opened = once(server, 'connection').then(([socket]) => json(socket as Socket) as Promise<string[]>);
  const { port } = server.address() as AddressInfo;
  const source = `require('net').connect(${port}, '127.0.0.1').end(JSON.stringify(process.argv.slice(2)));`;
  return { env: { ...(await fakeProgram(name, source)), LAUNCH_EDITOR: name }, opened };
}

// The program of a test is a script, which Windows starts differently.
describe.skipIf(process.platform === 'win32')('fw open', () => {
  for (const { some, tags } of essentialFirst([
    ['src/ping.ts:12:5', ['12', '5']],
    ['src/ping.ts', []],
    ['src/ping.ts:12', ['12', '1']],
  ])) {
    test.each(some)('opens %s at its location', { tags }, async (place, position) => {
      const { env, opened } = await editor('pen');
      const { exitCode, stdout, stderr } = await open([place], env);

      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toBe(`Opened ${place} in pen.`);
      expect(await opened).toEqual([join(project, 'src', 'ping.ts'), ...position]);
    });
  }

  test('passes the location in the syntax of the editor', { tags: ['full'] }, async () => {
    const { env, opened } = await editor('code');
    await open(['src/ping.ts:12:5'], env);

    expect(await opened).toEqual(['-r', '-g', `${join(project, 'src', 'ping.ts')}:12:5`]);
  });

  test('passes a name unchanged, with all characters special to a shell', async () => {
    const { env, opened } = await editor('pen');
    await open(['src/$(touch hacked); .ts:3'], env);

    expect(await opened).toEqual([join(project, 'src', '$(touch hacked); .ts'), '3', '1']);
  });

  test('reports that an editor needs a terminal', async () => {
    const { exitCode, stderr } = await open(['src/ping.ts'], (await editor('vim')).env);

    expect(exitCode).toBe(1);
    expect(stderr).toContain("vim needs a terminal, and this isn't one: set LAUNCH_EDITOR");
  });

  for (const { some, tags } of essentialFirst([
    ['an editor that is not installed', 'no-such-editor', 'there is no such program'],
    ['an editor that fails', 'false', 'it exited with 1'],
  ])) {
    test.each(some)('reports why %s cannot be started', { tags }, async (_, name, reason) => {
      const { exitCode, stdout } = await open(['src/ping.ts', '--json'], { LAUNCH_EDITOR: name });

      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toEqual({ error: `The editor ${name} cannot be started: ${reason}.` });
    });
  }

  test('starts the command of EDITOR with its own arguments, and reports a missing EDITOR', async () => {
    const { env, opened } = await editor('pen');
    // This hides the editors that run on this machine.
    const none = await fakeProgram('ps', '');
    const path = { PATH: `${none['PATH']?.split(':')[0]}:${env['PATH']}`, LAUNCH_EDITOR: '' };
    await open(['src/ping.ts:3'], { ...path, EDITOR: 'pen --wait' });
    expect((await opened).slice(0, 2)).toEqual(['--wait', join(project, 'src', 'ping.ts')]);

    const { exitCode, stderr } = await open(['src/ping.ts'], path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No editor was found: set LAUNCH_EDITOR or EDITOR to your editor');
  });
});

describe('a location in a project', () => {
  const placeOf = (text: string, cwd: string = project): object => {
    const { file: _file, ...place } = projectPlace(text, project, cwd);
    return place;
  };

  test('is a file, optionally with a line and a column', () => {
    expect(projectPlace('src/ping.ts', project, project).file).toBe(join(project, 'src', 'ping.ts'));
    expect(placeOf('src/ping.ts:12')).toEqual({ shown: 'src/ping.ts', line: 12 });
    expect(placeOf('src/ping.ts:12:5')).toEqual({ shown: 'src/ping.ts', line: 12, column: 5 });
  });

  test('may be absolute, or relative to the current folder', () => {
    expect(placeOf(join(project, 'src', 'ping.ts'))).toEqual({ shown: 'src/ping.ts' });
    expect(placeOf('ping.ts', join(project, 'src'))).toEqual({ shown: 'src/ping.ts' });
  });

  test.skipIf(process.platform === 'win32')('may have a name that itself ends like a line number', () => {
    expect(placeOf('src/odd:7')).toEqual({ shown: 'src/odd:7' });
    expect(placeOf('src/odd:7:1')).toEqual({ shown: 'src/odd:7', line: 1 });
  });

  test.each(['../secret.txt', '../secret.txt:1', 'src/link.txt', 'src/../../secret.txt'])(
    'is not outside the project, such as %s',
    (name) => {
      expect(() => placeOf(name)).toThrow('is outside of this project');
    },
  );

  test.each(['src', 'src/nothing.ts:1', ''])('is only a file, not "%s"', (name) => {
    expect(() => placeOf(name)).toThrow('is not a file of this project');
  });
});
