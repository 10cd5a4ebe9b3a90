import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startServer } from '../support/server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-demo-test-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs the demo until it serves, and returns its output and the app's response. */
async function serve(...args: string[]): Promise<{ output: string; home: string }> {
  const port = await freePort();
  const demo = await startServer('npm', ['run', 'demo', '--', ...args], {
    cwd: process.cwd(),
    env: { PORT: String(port) },
  });
  try {
    // Both lines may have arrived at once.
    if (!demo.output().includes('Ctrl-C to stop')) await demo.printed('Ctrl-C to stop');
    expect(demo.output()).toContain(`http://localhost:${port}/ping`);
    const [, url = ''] = /(http:\S+_fw\?token=[\w-]{32})   the inspector/.exec(demo.output()) ?? [];
    expect(url).toMatch(`http://localhost:${port}/_fw?`);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
    // By the name, which may resolve to ::1 first.
    expect((await execa('curl', ['-sS', `http://localhost:${port}/ping`])).stdout).toContain('ack');
    const home = await (await fetch(`${demo.url}/`)).text();
    const wrongMethod = await fetch(`${demo.url}/ping`, { method: 'POST' });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    return { output: demo.output(), home };
  } finally {
    await demo.stop();
    await expect(fetch(`${demo.url}/`)).rejects.toThrow();
  }
}

async function rejected(...args: string[]): Promise<{ exitCode?: number | undefined; stderr: string }> {
  const port = await freePort();
  return execa('node', ['tools/scripts/demo.mjs', ...args], { reject: false, env: { PORT: String(port) } });
}

describe('npm run demo', () => {
  const full = { tags: ['full'] };

  test('serves a new project and prints the URL to open', full, async () => {
    expect((await serve(join(folder, 'new'))).home).toBe('Hello, world!\n');
  });

  test(
    'serves a project and prints the URL to open, and a second time with the changes since',
    full,
    async () => {
      const project = join(folder, 'my site');
      expect((await serve(project)).home).toBe('Hello, world!\n');

      const handler = join(project, 'src', 'action', 'hello-world.ts');
      await writeFile(handler, (await readFile(handler, 'utf8')).replace('Hello, world!', 'Hello, moon!'));
      const manifest = join(project, 'package.json');
      // As if the packages had changed since then.
      const spec = /"fw-runtime": "(.*)"/.exec(await readFile(manifest, 'utf8'))?.[1] ?? '';
      const older = spec.replace(/-\w+\.tgz$/, '-older.tgz');
      await copyFile(fileURLToPath(spec), fileURLToPath(older));
      await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(spec, older));

      const again = await serve(project);
      await rm(fileURLToPath(older));
      expect(again.output).toContain('Found a project with variant B from an earlier demo in');
      expect(again.home).toBe('Hello, moon!\n');
      expect(await readFile(manifest, 'utf8')).toContain(spec);

      const other = await rejected(project, '--variant', 'a');
      expect(other.exitCode).toBe(1);
      expect(other.stderr).toContain('contains a project with variant B that has been changed');
      expect(await readFile(handler, 'utf8')).toContain('Hello, moon!');
    },
  );

  test('creates another variant in place of an unchanged project', full, async () => {
    const project = join(folder, 'other');
    await serve(project);
    const { output } = await serve(project, '--variant', 'a');
    expect(output).toContain('Created a project with variant A in');
    expect(JSON.parse(await readFile(join(project, '.fw', 'manifest.json'), 'utf8')).choices.variant).toBe(
      'a',
    );
  });

  test('rejects a folder with other content, and changes nothing in it', async () => {
    const project = join(folder, 'mine');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{"dependencies":{"fw-runtime":"^1.0.0"}}');
    const { exitCode, stderr } = await rejected(project);
    expect([exitCode, stderr]).toEqual([
      2,
      `${project} is neither an empty folder nor a project of this demo: choose another folder.`,
    ]);
    expect(await readdir(project)).toEqual(['package.json']);
    // One of the two packages is from this demo, but the other one is missing.
    const packed = pathToFileURL(join(process.cwd(), 'node_modules/.cache/fw-demo/fw-runtime-1.tgz')).href;
    const half = { dependencies: { 'fw-runtime': packed } };
    await writeFile(join(project, 'package.json'), JSON.stringify(half));
    await mkdir(join(project, '.fw'));
    await writeFile(join(project, '.fw/manifest.json'), '{"choices":{"variant":"b"}}');
    expect((await rejected(project)).exitCode).toBe(2);
    await rm(join(project, '.fw'), { recursive: true });
    const file = await rejected(join(project, 'package.json'));
    expect(file.exitCode).toBe(2);
  });

  test('rejects a port in use before anything is created', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const project = join(folder, 'none');
    const { exitCode, stderr } = await execa('node', ['tools/scripts/demo.mjs', project], {
      reject: false,
      env: { PORT: String(port) },
    });
    taken.close();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Can't listen on port ${port} (EADDRINUSE)`);
    await expect(readdir(project)).rejects.toThrow('ENOENT');
  });

  test.each(['abc', '70000', '-1', '1.5'])('rejects the port %s in one line', async (port) => {
    const { exitCode, stderr } = await execa('node', ['tools/scripts/demo.mjs', join(folder, 'none')], {
      reject: false,
      env: { PORT: port },
    });
    expect([exitCode, stderr]).toEqual([2, `PORT is "${port}": give a number from 1 to 65535.`]);
  });

  test('rejects an unknown variant, and creates nothing', async () => {
    const { exitCode, stderr } = await rejected(join(folder, 'none'), '--variant', 'c');
    expect([exitCode, stderr]).toEqual([2, 'Unknown variant "c": choose a or b.']);
    await expect(readdir(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});
