import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import type { Installation } from './installation.ts';
import { installation, treeOf } from './created-projects.ts';
import { debugInProduction, expectNoDevTools } from './production.ts';
import { type AppServer, startServer } from '../support/server.ts';

let folder: string;
let registry: Installation['registry'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-create-'));
  ({ registry } = await installation());
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each([{ variant: 'b', args: ['my-site'], withDebug: false }])(
  'npm create --yes fw-app $args.0, variant $variant',
  tryProject,
);
describe.each([{ variant: 'a', args: ['my-site-a', '--', '--variant', 'a'], withDebug: true }])(
  'npm create --yes fw-app $args.0, variant $variant',
  { tags: ['full'] },
  tryProject,
);

function tryProject({
  args: [name = '', ...flags],
  withDebug,
}: {
  readonly args: readonly string[];
  readonly withDebug: boolean;
}): void {
  const project = (): string => join(folder, name);
  const npm = (...args: string[]): ReturnType<typeof execa> =>
    execa('npm', args, { cwd: project(), env: registry });

  test('creates a project and installs it', async () => {
    const { stdout } = await execa('npm', ['create', '--yes', 'fw-app', name, ...flags], {
      cwd: folder,
      env: registry,
      stdin: 'ignore',
    });

    expect(stdout).toContain('npm run dev');
    expect(stdout).toContain('http://localhost:8080/');
    const installed = await readFile(join(project(), 'node_modules', 'fw-runtime', 'package.json'), 'utf8');
    const source = await readFile(join('packages', 'runtime', 'package.json'), 'utf8');
    expect(JSON.parse(installed).version).toBe(JSON.parse(source).version);
  });

  test('the project is TypeScript that type-checks', async () => {
    const { exitCode } = await npm('run', 'typecheck');
    expect(exitCode).toBe(0);
  });

  test('the tests of the project pass, without a warning', async () => {
    const { stdout, stderr } = await npm('test');
    const output = stripVTControlCharacters(`${stdout}${stderr}`);

    expect(output).toMatch(/Tests\s+5 passed/);
    expect(output).not.toContain('missing source');
  });

  // Its tests take as long as those of the project, so only where all tests run.
  test.runIf(withDebug)('npm run generate adds a route and a test that passes', async () => {
    const { stdout } = await npm('run', 'generate', '--', 'route', '--path', '/about', '--yes');
    expect(stdout).toContain('To undo it: node fw undo');
    const tested = await npm('test', '--', 'test/about.test.ts');
    expect(stripVTControlCharacters(`${tested.stdout}`)).toMatch(/Tests\s+[1-9]\d* passed/);
  });

  // Installs twice, so only where all tests run.
  test.runIf(withDebug)('fw add installs middleware, and fw undo removes it byte for byte', async () => {
    const before = await treeOf(project());
    const added = await npm('run', 'fw', '--', 'add', 'cors');
    expect(added.stdout).toContain('To undo it: node fw undo');
    const undone = await npm('run', 'fw', '--', 'undo');
    expect(undone.stdout).toContain('Undone: fw add cors');
    expect(await treeOf(project())).toEqual(before);
  });

  test('npm run dev serves it to this machine only, and serves changes after the reload', async () => {
    const handler = join(project(), 'src', 'action', 'hello-world.ts');
    const source = await readFile(handler, 'utf8');
    const server = await serve('dev');
    try {
      const { port } = new URL(server.url);
      expect(server.output()).toMatch(
        new RegExp(
          `Listening on http://localhost:${port} \\(inspector: http://localhost:${port}/_fw\\?token=[\\w-]{32}\\)`,
        ),
      );
      const other = otherAddress();
      if (other !== undefined)
        await expect(fetch(`http://${other}:${port}/`)).rejects.toThrow('fetch failed');
      await expectProject(server);
      const reloaded = server.printed('reloaded in');
      await writeFile(handler, source.replace('Hello, world!', 'Hello, moon!'));
      await reloaded;
      const response = await fetch(server.url, { headers: { connection: 'close' } });
      expect(await response.text()).toBe('Hello, moon!\n');
    } finally {
      await server.stop();
      await writeFile(handler, source);
    }
  });

  // The last test that needs its development packages, which it removes.
  test('npm run build and npm start serve it without a TypeScript loader', async () => {
    await npm('run', 'build');
    await npm('prune', '--omit=dev');
    const { stdout } = await npm('ls', '--omit=dev', '--all', '--parseable');
    const packages = String(stdout).split('\n').slice(1);
    expect(packages.map((path) => path.split('node_modules/').at(-1)).toSorted()).toEqual([
      '@standard-schema/spec',
      'fdir',
      'fw-runtime',
      'mime',
      'picomatch',
      'tinyglobby',
    ]);
    const server = await serve('start');
    try {
      await expectProject(server);
    } finally {
      await server.stop();
    }
  });

  test('a port in use is reported in one line with exit code 1', async () => {
    const server = await serve('start');
    try {
      const { port } = new URL(server.url);
      const second = await execa('node', ['dist/public/index.js'], {
        cwd: project(),
        env: { PORT: port },
        reject: false,
      });
      expect(second.exitCode).toBe(1);
      expect(second.stderr).toBe(
        `Port ${port} on 0.0.0.0 is in use: stop the process that listens there, or set PORT to another port.`,
      );
    } finally {
      await server.stop();
    }
  });

  // Installs everything again, so only where all tests run.
  test.runIf(withDebug)(
    'a production build with debug has no inspector, and shows no source (S10)',
    async () => {
      await npm('install');
      const withoutDebug = await debugInProduction(project());
      await npm('run', 'build');
      await withoutDebug();
      await npm('prune', '--omit=dev');
      await expectNoDevTools(project(), registry);
    },
  );

  async function serve(script: string): Promise<AppServer> {
    const env = { ...registry, PORT: String(await freePort()) };
    return startServer('npm', ['run', script], { cwd: project(), env });
  }

  async function expectProject({ url }: AppServer): Promise<void> {
    const home = await fetch(`${url}/`);
    expect(home.status).toBe(200);
    expect(home.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await home.text()).toBe('Hello, world!\n');

    const ping = await fetch(`${url}/ping`);
    expect(ping.headers.get('content-type')).toBe('application/json');
    expect(Number.isInteger(((await ping.json()) as { ack: number }).ack)).toBe(true);

    const wrongMethod = await fetch(`${url}/ping`, { method: 'POST' });
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await wrongMethod.text()).toMatch('405 Method Not Allowed\n');

    expect((await fetch(`${url}/nothing`)).status).toBe(404);
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('User-agent');
    expect((await fetch(`${url}/index.ts`)).status).toBe(404);
  }
}

/** An address of this machine for other machines; undefined if there is none. */
function otherAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.find((one) => one?.family === 'IPv4' && !one.internal)?.address;
}
