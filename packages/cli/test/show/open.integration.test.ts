import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { execa } from 'execa';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sitePlace } from '../../src/show/site-place.ts';
import { fw } from '../../../../test/support/commands.ts';
import { cleanEnvironment, type Ended, fakeProgram } from '../../../command-line/test/programs.ts';
import { emptyFolder, writeFiles } from '../../../command-line/test/folders.ts';

let outside: string;
let site: string;

beforeEach(async () => {
  outside = await emptyFolder();
  site = join(outside, 'site');
  await writeFiles(outside, {
    'secret.txt': 'outside',
    'site/package.json': '{ "dependencies": { "fw-runtime": "^0.1.0" }, "imports": { "#app/*": "./src/*" } }',
    'site/src/ping.ts': 'export {};\n',
    'site/src/$(touch hacked); .ts': 'export {};\n',
    // Windows knows no such name.
    ...(process.platform !== 'win32' && { 'site/src/odd:7': 'export {};\n' }),
  });
  await symlink(join(outside, 'secret.txt'), join(site, 'src', 'link.txt'));
});

async function open(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [fw, 'open', ...args], {
    cwd: site,
    env: { ...cleanEnvironment(), LAUNCH_EDITOR: '', VISUAL: '', EDITOR: '', ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

interface Editor {
  readonly env: Record<string, string>;
  /** What it was started with, when it was. */
  readonly opened: Promise<string[]>;
}

/** An editor of some name that tells what it was started with. */
async function editor(name: string): Promise<Editor> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const opened = once(server, 'connection').then(([socket]) => json(socket as Socket) as Promise<string[]>);
  const { port } = server.address() as AddressInfo;
  const source = `require('net').connect(${port}, '127.0.0.1').end(JSON.stringify(process.argv.slice(2)));`;
  return { env: { ...(await fakeProgram(name, source)), LAUNCH_EDITOR: name }, opened };
}

// A program of a test is a script, which Windows starts in another way.
describe.skipIf(process.platform === 'win32')('fw open', () => {
  test.each([
    ['src/ping.ts', []],
    ['src/ping.ts:12', ['12', '1']],
    ['src/ping.ts:12:5', ['12', '5']],
  ])('opens %s at its place', async (place, position) => {
    const { env, opened } = await editor('pen');
    const { exitCode, stdout, stderr } = await open([place], env);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`Opened ${place} in pen.`);
    expect(await opened).toEqual([join(site, 'src', 'ping.ts'), ...position]);
  });

  test('tells the editor the place in its own way', async () => {
    const { env, opened } = await editor('code');
    await open(['src/ping.ts:12:5'], env);

    expect(await opened).toEqual(['-r', '-g', `${join(site, 'src', 'ping.ts')}:12:5`]);
  });

  test('hands a name over as it is, whatever a shell would make of it', async () => {
    const { env, opened } = await editor('pen');
    await open(['src/$(touch hacked); .ts:3'], env);

    expect(await opened).toEqual([join(site, 'src', '$(touch hacked); .ts'), '3', '1']);
  });

  test('says that an editor draws in a terminal where there is none', async () => {
    const { exitCode, stderr } = await open(['src/ping.ts'], (await editor('vim')).env);

    expect(exitCode).toBe(1);
    expect(stderr).toContain("vim needs a terminal, and this isn't one: set LAUNCH_EDITOR");
  });

  test.each([
    ['an editor that is not installed', 'no-such-editor', 'there is no such program'],
    ['an editor that fails', 'false', 'it exited with 1'],
  ])('says why %s cannot be started', async (_, name, reason) => {
    const { exitCode, stdout } = await open(['src/ping.ts', '--json'], { LAUNCH_EDITOR: name });

    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ error: `The editor ${name} cannot be started: ${reason}.` });
  });

  test('starts the command of EDITOR with its own arguments, and says what to set where there is none', async () => {
    const { env, opened } = await editor('pen');
    // So that no editor which runs on this machine is found.
    const none = await fakeProgram('ps', '');
    const path = { PATH: `${none['PATH']?.split(':')[0]}:${env['PATH']}`, LAUNCH_EDITOR: '' };
    await open(['src/ping.ts:3'], { ...path, EDITOR: 'pen --wait' });
    expect((await opened).slice(0, 2)).toEqual(['--wait', join(site, 'src', 'ping.ts')]);

    const { exitCode, stderr } = await open(['src/ping.ts'], path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No editor was found: set LAUNCH_EDITOR or EDITOR to your editor');
  });
});

describe('a place in a site', () => {
  const placeOf = (text: string, cwd: string = site): object => {
    const { file: _file, ...place } = sitePlace(text, site, cwd);
    return place;
  };

  test('is a file, which may have a line and a column', () => {
    expect(sitePlace('src/ping.ts', site, site).file).toBe(join(site, 'src', 'ping.ts'));
    expect(placeOf('src/ping.ts:12')).toEqual({ shown: 'src/ping.ts', line: 12 });
    expect(placeOf('src/ping.ts:12:5')).toEqual({ shown: 'src/ping.ts', line: 12, column: 5 });
  });

  test('may be absolute, or be told from the folder in which it was typed', () => {
    expect(placeOf(join(site, 'src', 'ping.ts'))).toEqual({ shown: 'src/ping.ts' });
    expect(placeOf('ping.ts', join(site, 'src'))).toEqual({ shown: 'src/ping.ts' });
  });

  test.skipIf(process.platform === 'win32')('may have a name that itself ends like a line', () => {
    expect(placeOf('src/odd:7')).toEqual({ shown: 'src/odd:7' });
    expect(placeOf('src/odd:7:1')).toEqual({ shown: 'src/odd:7', line: 1 });
  });

  test.each(['../secret.txt', '../secret.txt:1', 'src/link.txt', 'src/../../secret.txt'])(
    'is not outside of it, as %s is',
    (name) => {
      expect(() => placeOf(name)).toThrow('is outside of this project');
    },
  );

  test.each(['src', 'src/nothing.ts:1', ''])('is no other thing than a file, as "%s" is', (name) => {
    expect(() => placeOf(name)).toThrow('is not a file of this project');
  });
});
