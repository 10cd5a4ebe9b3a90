import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type AppServer, startServer } from '../support/server.ts';
import { fw } from '../support/commands.ts';
import { createProjects } from './created-projects.ts';

const handler = 'src/action/hello-world.ts';
const routesFile = 'config/autoload/routes.global.ts';
// It is written soon after the app is served.
const waiting = { timeout: 60_000 };
let folder: string;
let cwd: string;
let created: string;
let server: AppServer;

const write = (path: string, text: string): Promise<void> => writeFile(join(cwd, path), text);
/** A handler whose home page is HTML with this text. */
const page = (text: string): string =>
  created
    .replace('TextResponse }', 'HtmlResponse }')
    .replace(/return .*;/, `return new HtmlResponse('${html(text)}');`);
const html = (text: string): string => `<!doctype html><body><p>${text}</p>`;
const home = async (): Promise<string> => (await fetch(server.url)).text();
/** The header of a client that has the token of the project. */
const developer = async (): Promise<Record<string, string>> => ({
  'X-Fw-Token': (await readFile(join(cwd, '.fw/dev/token'), 'utf8')).trim(),
});
const get = async (options?: RequestInit): Promise<string> => {
  const response = await fetch(server.url, options);
  return `${response.status} ${await response.text()}`;
};
/** Five concurrent requests on one connection. */
const pipeline = async (): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  const head = 'GET /ping HTTP/1.1\r\nHost: site\r\n';
  socket.write(`${head}\r\n`.repeat(4) + `${head}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  return `${received.match(/HTTP\/1\.1 200/g)?.length} of 5`;
};
/** The different responses until the end. */
const repeat = async (signal: AbortSignal, act: () => Promise<string>): Promise<Set<string>> => {
  const answers = new Set<string>();
  while (!signal.aborted) {
    answers.add(await act());
    // Requests without a pause would take the processor from the app that starts.
    await sleep(10);
  }
  return answers;
};
/** Sends requests on a persistent connection, from an address of this machine. */
const by = (source: string | undefined, options: RequestOptions): (() => Promise<string>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async () => {
    const sent = request({ agent, host: source, ...options }).end();
    const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
    return `${incoming.statusCode} ${await text(incoming)}`;
  };
};
/** An address of this machine other than the loopback address, as another machine has; undefined if it has none. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
const served = async (act: () => Promise<void>): Promise<void> => {
  const isServed = server.printed('reloaded in');
  await act();
  await isServed;
};

// In a folder with a "#" in its name, to find unescaped paths in URLs.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-dev-'));
  await createProjects(folder, { 'site #1': ['--variant', 'b'] });
  cwd = join(folder, 'site #1');
  created = await readFile(join(cwd, handler), 'utf8');
  await write(handler, page('first'));
  server = await startServer('npm', ['run', 'dev'], {
    cwd,
    env: { HOST: '0.0.0.0', PORT: String(await freePort()) },
  });
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const full = { tags: ['full'] };

describe('npm run dev', () => {
  beforeEach(() => served(() => write(handler, page('before'))));

  test('serves the edited version, and no request fails meanwhile', async () => {
    const stop = new AbortController();
    const clients = [
      repeat(stop.signal, () => get()),
      repeat(stop.signal, () => get()),
      repeat(stop.signal, () => get({ headers: { connection: 'close' } })),
      // The response may arrive before the request is complete.
      repeat(stop.signal, () => get({ method: 'POST', body: 'x'.repeat(500_000) })),
      repeat(stop.signal, pipeline),
    ];
    for (const text of ['one', 'two', 'three']) {
      await served(() => write(handler, page(text)));
      expect(await home()).toContain(text);
    }
    stop.abort();
    const [some, others, closing, uploads, pipelined] = await Promise.all(clients);
    for (const answers of [some, others, closing]) {
      const possible = ['before', 'one', 'two', 'three'].map((text) => `200 ${html(text)}`);
      expect(possible).toEqual(expect.arrayContaining([...(answers ?? [])]));
      expect(answers).toContain(`200 ${html('three')}`);
    }
    // Each has another record.
    const statuses = [...(uploads ?? [])].map((answer) => answer.slice(0, 4));
    expect([...new Set(statuses)]).toEqual(['405 ']);
    expect([...(pipelined ?? [])]).toEqual(['5 of 5']);
  });

  // A restart used to forward requests as if they came from this machine.
  test.skipIf(address === undefined)(
    'keeps request.ip correct while it restarts under load, and reveals nothing to another machine',
    full,
    async () => {
      const printing = page('before')
        .replace('helloWorld()', 'helloWorld(request: ServerRequest)')
        .replace(/new HtmlResponse\(.*\);/, 'new HtmlResponse(String(request.ip));')
        .replace('HtmlResponse }', 'HtmlResponse, type ServerRequest }');
      expect(printing).toContain('String(request.ip)');
      await served(() => write(handler, printing));
      const stop = new AbortController();
      const port = Number(new URL(server.url).port);
      const headers = { ...(await developer()), host: `localhost:${port}` };
      const forged = { ...headers, 'X-Fw-Handover': '{"secret":"","remoteAddress":"127.0.0.1"}' };
      const origin = `http://localhost:${port}`;
      const clients = [
        repeat(stop.signal, by(address, { port, headers })),
        repeat(stop.signal, by(address, { port, headers: forged })),
        repeat(stop.signal, by('127.0.0.1', { port })),
        repeat(stop.signal, by(address, { port, headers, path: '/_fw/api/requests' })),
        repeat(stop.signal, by(address, { port, headers: forged, path: '/_fw/api/services' })),
        repeat(
          stop.signal,
          by(address, { port, headers: { ...headers, origin }, path: '/_fw/api/open', method: 'POST' }),
        ),
      ];
      for (const text of ['one', 'two', 'three']) {
        await served(() => write(handler, `${printing}// ${text}\n`));
      }
      stop.abort();
      const [foreign, forging, local, ...inspecting] = await Promise.all(clients);
      expect([...(foreign ?? []), ...(forging ?? []), ...(local ?? [])]).toEqual([
        `200 ${address}`,
        `200 ${address}`,
        '200 127.0.0.1',
      ]);
      const statuses = inspecting.flatMap((answers) => [...answers].map((answer) => answer.slice(0, 4)));
      expect(new Set(statuses)).toEqual(new Set(['404 ']));
    },
  );

  test('loses no request of an app that changes again while it starts', full, async () => {
    const stop = new AbortController();
    const clients = Array.from({ length: 3 }, () =>
      repeat(stop.signal, () => get({ headers: { connection: 'close' } })),
    );
    for (let edit = 0; edit < 6; edit++) {
      // It listens a moment after that, when it is replaced.
      const loaded = server.printed('loaded');
      await write(handler, `${page('before')}console.log('loaded');\n`);
      await loaded;
    }
    await served(() => write(handler, page('before')));
    stop.abort();
    for (const answers of await Promise.all(clients)) expect([...answers]).toEqual([`200 ${html('before')}`]);
  });

  test('keeps serving the previous version if the changed one does not start, and prints why in few lines', async () => {
    const start = server.output().length;
    const told = server.printed('^');
    await write(handler, `${page('broken')}}\n`);
    await told;
    const line = page('broken').split('\n').length;
    // The output of the app itself may follow its report.
    const printed = server.output().slice(start).trim().split('\n');
    const lines = printed.filter((text) => !text.startsWith('Listening on'));
    expect(lines.length, server.output()).toBeLessThanOrEqual(5);
    expect(lines).toEqual([
      "The changed app doesn't start. The previous version keeps running:",
      expect.stringMatching(/Error/),
      expect.stringMatching(`^  src/action/hello-world.ts:${line}\\b`),
      `  ${line} | }`,
      expect.stringMatching(/^ +\| \^$/),
    ]);

    for (const headers of [{}, { 'X-Fw-Token': 'x'.repeat(32) }]) {
      expect(await (await fetch(server.url, { headers })).text()).toBe(html('before'));
    }
    const response = await fetch(server.url, { headers: await developer() });
    const shown = await response.text();
    expect(shown).toMatch(
      /^<!doctype html><body><dialog open role="alert".*src\/action\/hello-world\.ts:.*<\/dialog><p>before<\/p>$/s,
    );
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(shown)));
    expect((await (await fetch(`${server.url}/ping`)).json()) as object).toHaveProperty('ack');
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toMatch(/^User-agent/);

    await served(() => write(handler, page('mended')));
    expect(await home()).toBe(html('mended'));
  });

  test('shows an error that run() reports as well', full, async () => {
    const told = server.printed('keeps running:');
    await write('config/autoload/x.local.json', '{ "server": { "port": "none" } }');
    await told;
    expect(await (await fetch(server.url, { headers: await developer() })).text()).toContain('role="alert"');
    await served(() => rm(join(cwd, 'config/autoload/x.local.json')));
    expect(await home()).toBe(html('before'));
  });

  // A folder in /tmp, which any user of the machine could create first, used to choose what the dev server runs.
  test('keeps compiled code where no other user can write', full, async () => {
    const code = created.replace(
      /return .*;/,
      "return new TextResponse(`${process.env['NODE_COMPILE_CACHE']}`);",
    );
    await served(() => write(handler, code));
    expect(await home()).toBe(join(cwd, 'node_modules', '.cache', 'fw-dev'));
  });

  test('sees new files', full, async () => {
    const route = `import { helloWorld } from '#app/action/hello-world';
      export default { routes: [{ path: '/new', middleware: helloWorld }] };`;
    await served(() => write('config/autoload/new.global.ts', route));
    expect((await fetch(`${server.url}/new`)).status).toBe(200);
    await served(() => rm(join(cwd, 'config/autoload/new.global.ts')));
    expect((await fetch(`${server.url}/new`)).status).toBe(404);
  });

  test('reports that the app has ended by itself, and starts it again at the next change', full, async () => {
    const died = server.printed('The app has exited with exit code 7.');
    await served(() =>
      write(handler, page('dying').replace('return', 'setImmediate(() => process.exit(7));\nreturn')),
    );
    await fetch(server.url).catch(() => {});
    await died;
    await served(() => write(handler, page('again')));
    expect(await home()).toBe(html('again'));
  });

  test('ignores the processes that the app starts with its own flags', full, async () => {
    const ended = server.printed('child ended with 0');
    await write('src/child.ts', 'export {};\n');
    const fork = `import { fork } from 'node:child_process';
fork(new URL('../child.ts', import.meta.url)).on('exit', (code) => console.log('child ended with ' + code));\n`;
    await served(() => write(handler, fork + page('parent')));
    await expect(ended).resolves.toBeUndefined();
  });

  test('reports that an app does not listen', full, async () => {
    const index = await readFile(join(cwd, 'public/index.ts'), 'utf8');
    const told = server.printed("isn't listening yet, and the previous version keeps running.");
    await write('public/index.ts', '');
    await expect(told).resolves.toBeUndefined();
    await served(() => write('public/index.ts', index));
  });

  test(
    'declares the services and the configuration keys of the served app for the compiler',
    full,
    async () => {
      const types = join(cwd, '.fw/types/services.d.ts');
      const before = await readFile(types, 'utf8');
      const file = 'config/autoload/cache.global.ts';
      await served(() =>
        write(file, "export default { title: 'Blog', dependencies: { services: { cache: new Map() } } };\n"),
      );
      await vi.waitFor(async () => {
        const text = await readFile(types, 'utf8');
        expect(text).toContain('readonly cache: unknown;');
        expect(text).toContain('ConfigWith<{ readonly title: string }>');
      }, waiting);

      await served(() => rm(join(cwd, file)));
      await vi.waitFor(async () => expect(await readFile(types, 'utf8')).toBe(before), waiting);
    },
  );

  test('declares the routes of the served app for the compiler', full, async () => {
    const routes = await readFile(join(cwd, routesFile), 'utf8');
    const types = join(cwd, '.fw/types/routes.d.ts');
    const before = await readFile(types, 'utf8');
    await served(() => write(routesFile, routes.replace("name: 'ping'", "name: 'pong'")));
    await vi.waitFor(
      async () => expect(await readFile(types, 'utf8')).toContain('readonly pong: {};'),
      waiting,
    );

    await served(() => write(routesFile, routes));
    await vi.waitFor(async () => expect(await readFile(types, 'utf8')).toBe(before), waiting);
  });

  test('ends with all its processes on Ctrl-C', async () => {
    // After all of them have closed its output. The code is the one of npm.
    await server.stop('SIGINT');
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });
});

test('fw dev ends on Ctrl-C with the exit code of the app', full, async () => {
  const direct = await startServer(process.execPath, [fw, 'dev'], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  expect((await fetch(direct.url)).status).toBe(200);
  expect(await direct.stop('SIGINT')).toBe(0);
});

test('fw dev ends on Ctrl-C although a process of the app still has its error output', full, async () => {
  // Its process id is printed, so that the test can end it.
  const program = `setTimeout(() => {}, 60_000)`;
  const options = `{ stdio: ['ignore', 'ignore', 'inherit'], detached: true }`;
  const spawned = `spawn(process.execPath, ['-e', '${program}'], ${options})`;
  await write(
    handler,
    `import { spawn } from 'node:child_process';\n${page('left')}\nconst left = ${spawned};\nleft.unref();\nconsole.log('left', left.pid);\n`,
  );
  const direct = await startServer(process.execPath, [fw, 'dev'], {
    cwd,
    env: { HOST: '127.0.0.1', PORT: '0' },
  });
  const before = performance.now();
  try {
    expect(await direct.stop('SIGINT')).toBe(0);
    expect(performance.now() - before).toBeLessThan(30_000);
  } finally {
    process.kill(Number(/left (\d+)/.exec(direct.output())?.[1]));
  }
});
