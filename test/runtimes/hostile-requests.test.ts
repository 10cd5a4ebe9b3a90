// Invalid and hostile requests, written to the sockets of every server that can serve an application.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { BUNDLERS } from './bundlers.ts';
import { engineOf, PLAIN, type Runtime, SERVING_RUNTIMES, workerd } from './runtimes.ts';
import { startWorker } from './workerd.ts';

interface Running {
  readonly url: string;
  stop(): Promise<unknown>;
}

interface Server {
  readonly name: string;
  readonly absent: string | undefined;
  readonly tags: Runtime['tags'];
  start(): Promise<Running>;
}

const programs = join(import.meta.dirname, 'programs');
const MODES = { run: 'run()', native: 'app.fetch' } as const;

const SERVERS: readonly Server[] = [
  ...SERVING_RUNTIMES.flatMap((runtime) =>
    (['run', 'native'] as const)
      .filter((mode) => mode === 'run' || /^(?:Bun|Deno)$/.test(runtime.name))
      .map((mode) => ({
        name: `${runtime.name}, ${MODES[mode]}`,
        absent: runtime.absent,
        tags: runtime.tags,
        start: () =>
          startServer(runtime.binary, [...runtime.args, join(programs, 'hostile.mjs'), mode], {
            cwd: join(import.meta.dirname, '..', '..'),
            env: { ...PLAIN, ...engineOf(runtime) },
          }),
      })),
  ),
  {
    name: 'workerd, app.fetch',
    absent: workerd.absent,
    tags: workerd.tags,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'fw-hostile-'));
      const file = join(folder, 'worker.mjs');
      await BUNDLERS[0].bundle({ entry: join(programs, 'hostile-app.mjs'), file, platform: 'neutral' });
      const { url, stop } = await startWorker(file);
      return { url, stop: () => stop().then(() => rm(folder, { recursive: true })) };
    },
  },
];

for (const { name, absent, tags, start } of SERVERS) {
  describe(`${name}`, { tags }, () => {
    // Reads such targets as paths itself, and rejects HTTP/1.0 without a Host.
    const isWorker = name.startsWith('workerd');
    let server: Running;

    beforeAll(async () => {
      if (absent === undefined) server = await start();
    });

    beforeEach(({ skip }) => {
      if (absent !== undefined) skip(absent);
    });

    afterAll(() => server?.stop());

    test.each([
      'evil/admin?',
      'evil/admin#',
      'evil/admin',
      'evil?',
      'user@evil',
      'user:password@evil',
      'evil\\admin',
      'a b',
      'a,b',
      'a",for=6.6.6.6;host="b',
      '[::1',
      '[::1]admin',
      'a:port',
      'a..b',
      '../admin',
      // Bun decodes the host of the URL, and the path stays the same.
      ...(/^Bun, (?:app|run)/.test(name) ? [] : ['%61']),
      '\xe9',
    ])('rejects the Host %j with 400, whatever the path and the target', async (host) => {
      for (const target of ['/real', '/real?/admin', 'http://good.test/real']) {
        const { status, body } = await send(`GET ${target} HTTP/1.1\r\nHost: ${host}`);
        expect([status, body.length < 500, body.includes('the admin page')]).toEqual([400, true, false]);
      }
    });

    test.each([
      'good.test',
      'good.test.',
      'good.test:8080',
      '127.0.0.1:80',
      '[::1]:80',
      '_a.b-c',
      ...(isWorker ? [] : ['']),
    ])('accepts the Host %j', async (host) => {
      expect(JSON.parse((await send(`GET /real?q HTTP/1.1\r\nHost: ${host}`)).body)).toMatchObject({
        path: '/real',
        queryString: 'q',
      });
    });

    test.each(['a:99999', '256.256.256.256', '[:::]'])(
      'gives middleware a URL even if the Host %j is invalid',
      async (host) => {
        const { status, body } = await send(`GET /real HTTP/1.1\r\nHost: ${host}`);
        const seen = status === 400 ? undefined : (JSON.parse(body) as { path: string; host: string });
        expect([undefined, '/real _invalid_']).toContain(seen && `${seen.path} ${seen.host}`);
      },
    );

    test.skipIf(isWorker)('serves HTTP/1.0 without a Host', async () => {
      const { status, body } = await send('GET /real HTTP/1.0');
      expect([status, JSON.parse(body).path]).toEqual([200, '/real']);
    });

    test.each([
      ['/x/../admin', 'the admin page'],
      ['/x/%2e%2e/admin', 'the admin page'],
      ['/../../admin', 'the admin page'],
      ['/%61dmin', 'the admin page'],
      ['/admin#/real', 'the admin page'],
      ['//evil/admin', '"path":"//evil/admin"'],
      ['/x/%2e%2e%2fadmin', '"path":"/x/..%2Fadmin"'],
      ['/real?/../admin', '"path":"/real","queryString":"/../admin"'],
      ['http://good.test/x/../admin', 'the admin page'],
      ['http://good.test?/admin', '"path":"/","queryString":"/admin"'],
    ])('reads the target %s as one path', async (target, expected) => {
      expect((await send(`GET ${target} HTTP/1.1\r\nHost: good.test`)).body).toContain(expected);
    });

    test.each([
      '/%zz',
      '/%C3%28',
      '/%',
      '?/admin',
      ...(isWorker ? [] : ['ftp://good.test/admin', 'admin', 'good.test:80', 'http:/admin']),
    ])('does not route the target %s', async (target) => {
      const { status, body } = await send(`GET ${target} HTTP/1.1\r\nHost: good.test`);
      expect([status >= 400 && status < 500, body.length < 500]).toEqual([true, true]);
    });

    test.each([
      'http://user:password@good.test/real',
      'http://good.test\\admin',
      'http://@/real',
      '/x\\..\\real',
    ])('serves no other route for the target %s', async (target) => {
      const { status, body } = await send(`GET ${target} HTTP/1.1\r\nHost: good.test`);
      expect([status === 400 || status === 200, body.includes('admin page')]).toEqual([true, false]);
    });

    test.each(['/read', '/web'])(
      'limits the received bytes of a body that POST %s reads, not only its length',
      async (path) => {
        const size = 1_500_000;
        const head = `POST ${path} HTTP/1.1\r\nHost: good.test\r\n`;
        const chunks = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`;
        const sendDeclared = (): ReturnType<typeof send> =>
          send(`${head}Content-Length: ${size}`, 'x'.repeat(size));
        const responses = [send(`${head}Transfer-Encoding: chunked`, chunks), sendDeclared()];
        const [chunked, first] = await Promise.all(responses);
        let declared = first;
        // Bun closes the connection while the body still arrives, and its reset can overtake the response.
        for (let count = 0; count < 5 && Number.isNaN(declared?.status); count++)
          declared = await sendDeclared();
        expect([chunked?.status, declared?.status]).toEqual([413, 413]);
        expect((await send(`${head}Content-Length: 4`, 'body')).body).toBe('4');
      },
    );

    test.each(['/read', '/web', '/half', '/ignored', '/nowhere'])(
      'reads nothing of the body of POST %s as the next request',
      async (path) => {
        const smuggled = 'GET /admin HTTP/1.1\r\nHost: good.test\r\n\r\n';
        const next = 'GET /next HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n';
        for (const body of [smuggled, smuggled.repeat(30_000)]) {
          const size = body.length;
          const framed = [
            [`Content-Length: ${size}`, body],
            ['Transfer-Encoding: chunked', `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
          ] as const;
          for (const [framing, content] of framed) {
            const received = await exchange(
              `POST ${path} HTTP/1.1\r\nHost: good.test\r\n${framing}\r\n\r\n${content}${next}`,
            );
            expect(received).not.toContain('admin page');
          }
        }
      },
    );

    test.each([
      ['length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked'],
      ['two lengths', 'Content-Length: 5\r\nContent-Length: 0'],
      ['a length with a sign', 'Content-Length: +0'],
      ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity'],
    ])('accepts no second request by %s', async (_what, framing) => {
      const hidden = '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n';
      const received = await exchange(
        `POST /ignored HTTP/1.1\r\nHost: good.test\r\n${framing}\r\n\r\n${hidden}`,
      );
      expect(received).not.toContain('admin page');
    });

    function send(head: string, body = ''): Promise<{ status: number; body: string }> {
      return exchange(`${head}\r\nConnection: close\r\n\r\n${body}`).then((received) => {
        const end = received.indexOf('\r\n\r\n');
        const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1]);
        return { status, body: unchunk(received.slice(0, end), received.slice(end + 4)) };
      });
    }

    function exchange(bytes: string): Promise<string> {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      // A server may close the connection while the body is still being sent.
      socket.on('error', () => {}).write(Buffer.from(bytes, 'latin1'));
      socket.setTimeout(5000, () => socket.destroy());
      return text(socket).catch(() => '');
    }
  });
}

function unchunk(head: string, body: string): string {
  return /transfer-encoding: chunked/i.test(head) ? body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/gi, '') : body;
}
