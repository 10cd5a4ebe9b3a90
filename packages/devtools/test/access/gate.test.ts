import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { accessToken } from '../../src/access/access-token.ts';
import { requestLogOf } from '../../src/recorder/request-log.ts';
import { ServerRequest, TextResponse } from 'fw-runtime';
import { fromConnect, toNodeHandler } from 'fw-runtime/node';
import type { Kit } from '../../../runtime/test/cases/case.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../../runtime/test/support/http2-client.ts';
import { type Answer, ask, type Asking, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper, developerHeader } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

/** An address of this machine other than the loopback address, as another machine has; undefined if it has none. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

const LOCAL = [
  'localhost',
  'LOCALHOST:8080',
  'app.localhost',
  'a.b.localhost:1',
  '127.0.0.1',
  '127.1.2.3:80',
  '[::1]:3000',
];
const FOREIGN = [
  'evil.example',
  'rebound.attacker.example:8080',
  'localhost.evil.example',
  'localhost.evil.com',
  'localhost@evil',
  'evil.example:80',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '[::2]',
  'localhost:80@evil.example',
  'evil.example/localhost',
  '',
  'localhost, evil.example',
];
const SECRET = 'hunter2-in-the-source';
const token = developerHeader();

/** An app whose page fails and whose source contains a secret. It reports the request that its middleware receives. */
function site<M>(kit: Kit<M>, debug: boolean | 'everyone' = true) {
  const app = kit.routed({ debug, log: () => {} });
  app.get('/boom', kit.throws(new Error(SECRET)));
  app.get('/here', kit.answer('here'));
  app.get(
    '/seen',
    kit.handler((request) => {
      const { headers, cookies } = request;
      return new TextResponse(JSON.stringify([Object.fromEntries(headers), Object.fromEntries(cookies)]));
    }),
  );
  return app;
}

/** Strings that reveal internals. */
async function shown(server: { readonly port: number }, headers: Asking['headers'] = {}) {
  const asked = (path: string): Promise<Answer> =>
    ask(server, { path, headers: { accept: 'text/html', ...headers } });
  const boom = await asked('/boom');
  const inspector = await asked('/_fw/api/requests');
  return {
    source: boom.body.includes(SECRET),
    trace: boom.headers['x-fw-trace'] !== undefined,
    inspector: inspector.status,
  };
}

const ALL = { source: true, trace: true, inspector: 200 };
/** The pages that the cookie alone opens. They contain no data. */
const PAGES = { source: false, trace: true, inspector: 403 };
const NOTHING = { source: false, trace: false, inspector: 404 };
// A malformed Host is rejected.
const LESS = { ...NOTHING, inspector: expect.toBeOneOf([400, 404]) as number };

/** As a browser sends it after it has opened the URL with the token. */
async function cookieOf(server: { readonly port: number }): Promise<string> {
  const { headers } = await ask(server, { path: `/_fw?token=${accessToken()}` });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

inBothVariants((kit) => {
  describe('the gate of the development tools (S10)', () => {
    test('accepts a developer who sends the token as a header, for each name of this machine', async () => {
      const server = await serve(site(kit));
      for (const host of LOCAL) expect([host, await shown(server, { ...token, host })]).toEqual([host, ALL]);
    });

    test('turns the token in a URL into a cookie by a redirect to a page that stores the token', async () => {
      const server = await serve(site(kit));
      const { status, headers } = await ask(server, {
        path: `/_fw/requests?a=1&token=${accessToken()}&b=%20`,
      });

      expect(status).toBe(303);
      const [page, fragment] = String(headers.location).split('#');
      expect(page).toBe('/_fw/enter');
      expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual({
        token: accessToken(),
        to: '/_fw/requests?a=1&b=%20',
      });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(
          new RegExp(`^fw-token-${server.port}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax$`),
        ),
      ]);
    });

    test('redirects to no other place', async () => {
      const server = await serve(site(kit));
      for (const path of ['//evil.example/', '/\\evil.example/', '///evil.example/']) {
        const { headers } = await ask(server, { path: `${path}?token=${accessToken()}` });
        expect(headers.location).toBe(`/_fw/enter#token=${accessToken()}&to=%2Fevil.example%2F`);
      }
    });

    test.each([
      ['nothing else', {}],
      ['the headers of a browser', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
      ['a wrong token', { 'x-fw-token': 'x'.repeat(32) }],
      ['the cookie as the token', { 'x-fw-token': 'COOKIE' }],
    ])(
      'a stolen cookie with %s reads no data, not even the token, and writes nothing (S10)',
      async (_, given) => {
        const app = site(kit);
        const server = await serve(app);
        const cookie = await cookieOf(server);
        const value = cookie.split('=')[1] ?? '';
        expect(value).not.toContain(accessToken());
        const headers = {
          cookie: `a=1; ${cookie}`,
          ...Object.fromEntries(
            Object.entries(given).map(([name, each]) => [name, each.replace('COOKIE', value)]),
          ),
        };
        expect(await shown(server, headers)).toEqual(PAGES);
        const record = requestLogOf(app).list()[0]?.id ?? '';
        const texts: string[] = [];
        for (const accept of ['text/html', 'application/json', 'text/plain']) {
          for (const path of ['/boom', '/nothing']) {
            const { body } = await ask(server, { path, headers: { ...headers, accept } });
            texts.push(body);
          }
        }
        for (const path of [
          '/_fw',
          '/_fw/enter',
          '/_fw/configuration',
          `/_fw/requests/${record}`,
          '/_fw/page/api.js',
        ]) {
          const { status, body } = await ask(server, { path, headers });
          expect([path, status]).toEqual([path, 200]);
          texts.push(body);
        }
        const own = {
          ...headers,
          origin: `http://127.0.0.1:${server.port}`,
          'content-type': 'application/json',
        };
        for (const [method, path] of [
          ['GET', '/_fw/api/application'],
          ['GET', '/_fw/api/events'],
          ['GET', '/_fw/api/requests'],
          ['GET', `/_fw/api/requests/${record}`],
          ['GET', `/_fw/api/requests/${record}/page`],
          ['GET', `/_fw/api/requests/${record}/curl`],
          ['GET', '/_fw/api/configuration'],
          ['GET', '/_fw/api/services'],
          ['GET', '/_fw/api/explain?url=/boom'],
          ['GET', '/_fw/api/nothing'],
          ['POST', '/_fw/api/open'],
          ['POST', `/_fw/api/requests/${record}/replay`],
          ['POST', `/_fw/api/requests/${record}/test`],
        ] as const) {
          const body = method === 'POST' ? '{"file":"package.json"}' : undefined;
          const answer = await ask(server, { method, path, headers: own, ...(body && { body }) });
          expect([path, answer.status]).toEqual([path, 403]);
          texts.push(answer.body);
        }
        const json = await ask(server, {
          path: `/_fw/requests/${record}`,
          headers: { ...headers, accept: 'application/json' },
        });
        expect(json.status).toBe(403);
        for (const text of [...texts, json.body]) {
          expect(text).not.toContain(SECRET);
          expect(text).not.toContain(accessToken());
          expect(text).not.toMatch(/gate\.test\.ts|Similar routes|Pipeline position/);
        }
      },
    );

    test('a cookie is useless at another port of the same project (S10)', async () => {
      const [one, other] = [await serve(site(kit)), await serve(site(kit))];
      const value = (await cookieOf(one)).split('=')[1];
      expect(await shown(other, { cookie: `fw-token-${other.port}=${value}` })).toEqual(NOTHING);
      expect(await shown(other, { cookie: `fw-token-${other.port}=${accessToken()}` })).toEqual(NOTHING);
    });

    test("the response to a handler's own request reveals nothing to a browser (S10)", async () => {
      const app = site(kit);
      app.get(
        '/inner',
        kit.handler(async () => {
          const inner = await (app as unknown as a.Application).request('/boom', {
            headers: { accept: 'text/html' },
          });
          return new TextResponse(await inner.text());
        }),
      );
      const server = await serve(app);
      const headers = { cookie: await cookieOf(server) };
      expect((await ask(server, { path: '/inner', headers })).body).not.toContain(SECRET);
      expect((await askAsDeveloper(server, { path: '/inner' })).body).toContain(SECRET);
    });

    test('an error page that a browser received without its content is available with the token', async () => {
      const server = await serve(site(kit));
      const { headers } = await ask(server, {
        path: '/boom',
        headers: { cookie: await cookieOf(server), accept: 'text/html' },
      });
      const path = String(headers['x-fw-trace']).replace('/_fw/', '/_fw/api/');
      expect((await askAsDeveloper(server, { path: `${path}/page` })).body).toContain(SECRET);
      expect((await askAsDeveloper(server, { path: '/_fw/api/requests/none/page' })).status).toBe(404);
    });

    test.each<[path: string, body: string, type?: string]>([
      ['/_fw/api/open', 'no JSON'],
      ['/_fw/api/open', 'null'],
      ['/_fw/api/open', '[]'],
      ['/_fw/api/open', '"package.json"'],
      ['/_fw/api/open', '{"file":{"length":1e9}}'],
      ['/_fw/api/open', '{"file":["package.json"],"line":{"length":1e9}}'],
      ['/_fw/api/open', '{"file":"../../etc/passwd"}'],
      ['/_fw/api/open', '{"file":"a\\u0000b"}'],
      ['/_fw/api/open', `{"file":"${'x'.repeat(2_000_000)}"}`],
      ['/_fw/api/open', '['.repeat(100_000)],
      ['/_fw/api/open', '{}', 'text/plain'],
      ['/_fw/api/requests/__proto__/replay', '{}'],
      ['/_fw/api/constructor', '{}'],
      ['/_fw/api/requests/none/constructor', '{}'],
    ])(
      'rejects a write to %s with a body that is no such JSON',
      async (path, body, type = 'application/json') => {
        const server = await serve(site(kit));
        const origin = `http://127.0.0.1:${server.port}`;
        const headers = { 'content-type': type, origin };
        const answer = await askAsDeveloper(server, { method: 'POST', path, headers, body });
        expect([400, 404, 413, 415]).toContain(answer.status);
        expect(answer.body.length).toBeLessThan(3000);
      },
    );

    test.each([
      'null',
      '[]',
      '1',
      '"a"',
      '{"id":{"length":1e9}}',
      '{"id":null}',
      '{',
      '{"__proto__":{"a":1}}',
    ])('rejects a URL with the parameters %s', async (params) => {
      const path = `/_fw/api/uri?name=x&params=${encodeURIComponent(params)}`;
      expect((await askAsDeveloper(await serve(site(kit)), { path })).status).toBe(400);
    });

    test('ignores a parameter "token" of the app', async () => {
      const server = await serve(site(kit));
      const { status, headers } = await ask(server, { path: '/here?token=of-the-site' });
      expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    });

    test.each<[string, Record<string, string>]>([
      ['a client of this machine without a token, such as another user', {}],
      ['a wrong token', { 'X-Fw-Token': 'x'.repeat(32) }],
      ['a token that is too short', { 'X-Fw-Token': accessToken().slice(0, -1) }],
      ['no text', { 'X-Fw-Token': '' }],
      ['a wrong cookie', { cookie: 'fw-token-PORT=wrong' }],
      ['the cookie of another port', { cookie: `fw-token-1=${accessToken()}` }],
      ['a tunnel (ngrok, cloudflared, ssh -R)', { host: 'demo.ngrok.app', 'x-forwarded-for': '203.0.113.9' }],
      ['a tunnel that keeps the local Host', { host: 'localhost' }],
      ['a proxy that sets Host to the upstream', { host: '127.0.0.1:8080' }],
    ])('shows nothing to %s', async (_who, given) => {
      const server = await serve(site(kit));
      const headers = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value.replace('PORT', `${server.port}`)]),
      );
      expect(await shown(server, headers)).toEqual(NOTHING);
    });

    test.each(FOREIGN)(
      'reveals nothing to the host "%s", not even with the token (DNS rebinding)',
      async (host) => {
        const app = site(kit);
        const server = await serve(app);
        expect(await shown(server, { ...token, host })).toEqual(LESS);
        expect(await shown(server, { cookie: await cookieOf(server), host })).toEqual(LESS);
        const opened = await ask(server, { path: `/here?token=${accessToken()}`, headers: { host } });
        expect([200, 400]).toContain(opened.status);
        expect(opened.headers).not.toHaveProperty('set-cookie');
        expect(requestLogOf(app).list()).toEqual([]);
      },
    );

    test.skipIf(address === undefined)(
      'reveals nothing to another machine, not even with the token and a local Host',
      async () => {
        const app = site(kit);
        const { port } = await serve(app, { host: '0.0.0.0' });
        for (const path of ['/boom', '/_fw/api/requests', '/_fw/api/services']) {
          const headers = { ...token, host: `localhost:${port}`, accept: 'text/html' };
          const sent = httpRequest({ host: address, port, path, headers }).end();
          const [incoming] = await once(sent, 'response');
          expect(await text(incoming)).not.toContain(SECRET);
          expect([404, 500]).toContain(incoming.statusCode);
          expect(incoming.headers).not.toHaveProperty('x-fw-trace');
        }
        expect(requestLogOf(app).list()).toEqual([]);
      },
    );

    test('reveals nothing to a page of another site, although a browser sends the cookie', async () => {
      const server = await serve(site(kit));
      const own = `http://127.0.0.1:${server.port}`;
      const cookie = await cookieOf(server);
      const read = { path: '/_fw/api/requests', headers: { cookie, 'sec-fetch-site': 'cross-site' } };
      expect((await ask(server, read)).status).toBe(403);
      expect((await askAsDeveloper(server, read)).status).toBe(403);
      for (const origin of ['http://evil.example', 'http://localhost:1', 'null', undefined]) {
        const headers = { ...token, cookie, 'content-type': 'application/json', ...(origin && { origin }) };
        const write = { method: 'POST', path: '/_fw/api/open', headers, body: '{"file":"package.json"}' };
        expect([origin, (await ask(server, write)).status]).toEqual([origin, 403]);
      }
      const headers = { ...token, cookie, 'content-type': 'application/json', origin: own };
      const body = '{"file":"none"}';
      const write = { method: 'POST', path: '/_fw/api/open', headers, body };
      expect((await ask(server, write)).status).toBe(404);
    });

    test('removes the token before the pipeline, whether it is right or wrong', async () => {
      const app = site(kit);
      const connect = vi.fn();
      app.pipe(
        '/connect',
        kit.shared(
          fromConnect((incoming, _outgoing, next) => {
            connect(incoming.headers, incoming.headersDistinct, incoming.rawHeaders);
            next();
          }),
        ),
      );
      const server = await serve(app);
      const cookies = `a=1; fw-token-1=x; ${await cookieOf(server)}; b=2`;
      for (const given of [accessToken(), 'wrong']) {
        const headers = { 'x-fw-token': given, cookie: cookies, 'x-kept': 'yes' };
        const [seen, cookie] = JSON.parse((await ask(server, { path: '/seen', headers })).body) as object[];
        expect(seen).toMatchObject({ 'x-kept': 'yes', cookie: 'a=1; b=2' });
        expect(JSON.stringify(seen)).not.toMatch(/fw-token/i);
        expect(cookie).toEqual({ a: '1', b: '2' });
      }
      const only = await ask(server, { path: '/seen', headers: { cookie: await cookieOf(server) } });
      expect(only.body).not.toContain('cookie');
      await ask(server, { path: '/connect', headers: { ...token, cookie: cookies } });
      expect(connect.mock.calls[0]).toMatchObject([{ cookie: 'a=1; b=2' }, { cookie: ['a=1; b=2'] }, {}]);
      expect(JSON.stringify(connect.mock.calls)).not.toMatch(/fw-token/i);
    });

    test('decides over HTTP/2 as well', async () => {
      const session = await serveHttp2(site(kit));
      const opened = await askHttp2(session, { path: `/_fw?token=${accessToken()}` });
      expect(opened.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
      const cookie = ['a=1', opened.headers['set-cookie']?.[0]?.split(';')[0] ?? ''] as unknown as string;

      expect((await askHttp2(session, { path: '/_fw/api/requests' })).status).toBe(404);
      expect((await askHttp2(session, { path: '/_fw', headers: { cookie } })).status).toBe(200);
      expect((await askHttp2(session, { path: '/_fw/api/requests', headers: { cookie } })).status).toBe(403);
      expect((await askHttp2(session, { path: '/boom', headers: token })).body).toContain(SECRET);
      expect((await askHttp2(session, { path: '/boom' })).body).not.toContain(SECRET);
      const seen = (await askHttp2(session, { path: '/seen', headers: { ...token, cookie } })).body;
      expect(seen).toContain('{"a":"1"}');
      expect(seen).not.toMatch(/fw-token/i);
      const foreign = { ...token, host: 'evil.example' };
      expect((await askHttp2(session, { path: '/boom', headers: foreign })).body).not.toContain(SECRET);
    });

    test('accepts a developer in each of several applications behind one server', async () => {
      const shop = express();
      const [first, second] = [site(kit), site(kit)];
      shop.use('/first', toNodeHandler(first as never));
      shop.use(toNodeHandler(second as never));
      const server = createServer(shop).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;

      for (const path of ['/first/boom', '/boom']) {
        expect((await askAsDeveloper({ port }, { path })).body).toContain(SECRET);
        expect((await ask({ port }, { path })).body).not.toContain(SECRET);
      }
      const opened = await ask({ port }, { path: `/first/_fw?token=${accessToken()}` });
      expect(opened.headers.location).toBe(`/first/_fw/enter#token=${accessToken()}&to=%2Ffirst%2F_fw`);
    });

    test('prints once on the terminal how a browser of this machine gets access', async () => {
      const app = site(kit);
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      onTestFinished(() => warn.mockRestore());
      const server = await serve(app);
      await ask(server, { path: '/boom' });
      await ask(server, { path: '/boom', headers: { accept: 'text/html', host: 'evil.example' } });
      await askAsDeveloper(server, { path: '/boom', headers: { accept: 'text/html' } });
      await ask(server, { path: '/here', headers: { accept: 'text/html' } });
      expect(warn.mock.calls).toEqual([]);
      for (const path of ['/boom', '/boom', '/_fw'])
        await ask(server, { path, headers: { accept: 'text/html' } });
      expect(warn.mock.calls).toEqual([
        [expect.stringContaining(`http://127.0.0.1:${server.port}/_fw?token=${accessToken()}`)],
      ]);
    });

    test('without debug there is no gate, and no inspector', async () => {
      const server = await serve(site(kit, false));
      expect(await shown(server, token)).toEqual(NOTHING);
      expect((await ask(server, { path: `/here?token=${accessToken()}` })).status).toBe(200);
    });

    test("with debug: 'everyone' all clients see errors, and the inspector keeps its gate", async () => {
      const server = await serve(site(kit, 'everyone'));
      expect(await shown(server)).toEqual({ source: true, trace: false, inspector: 404 });
      expect(await shown(server, token)).toEqual(ALL);
    });
  });

  describe('errors of a request without a server (E1)', () => {
    test.each<[string, (app: a.Application) => Promise<{ text(): Promise<string> }>, boolean]>([
      ['request()', (app) => app.request('/boom'), true],
      ['request() for a peer', (app) => app.request('/boom', { platform: { ip: '127.0.0.1' } }), false],
      ['fetch()', (app) => app.fetch(new Request('http://localhost/boom')), false],
      [
        'fetch() for a peer on this machine, as Bun and Deno call it',
        (app) => app.fetch(new Request('http://localhost/boom'), { remoteAddr: { hostname: '127.0.0.1' } }),
        false,
      ],
    ])('%s shows the inside: %s', async (_what, ask, isShown) => {
      const response = await ask(site(kit) as unknown as a.Application);
      expect((await response.text()).includes(SECRET)).toBe(isShown);
    });

    test('handle() shows internals', async () => {
      const app = site(kit) as unknown as a.Application;
      const { body } = await app.handle(new ServerRequest('/boom'));
      expect(body.content).toContain(SECRET);
      expect(requestLogOf(app).list()).toEqual([]);
    });

    test("a handler's request to another application on behalf of a client reveals no more than the client may see", async () => {
      const api = site(kit) as unknown as a.Application;
      const app = kit.routed({ debug: true });
      app.get(
        '/page',
        kit.handler(async () => api.request('/boom')),
      );
      const server = await serve(app);

      expect((await ask(server, { path: '/page' })).body).not.toContain(SECRET);
      expect((await askAsDeveloper(server, { path: '/page' })).body).toContain(SECRET);
    });
  });
});

test('B: a request that middleware created reveals no internals, because its peer is unknown (E1)', async () => {
  const app = new b.Application({ debug: true, log: () => {} })
    .pipe((_request, delegate) => delegate(new ServerRequest('/')))
    .pipe(new b.ErrorHandler())
    .pipe(() => {
      throw new Error(SECRET);
    });
  const { body } = await askAsDeveloper(await serve(app));
  expect(body).toBe('500 Internal Server Error\n');
});
