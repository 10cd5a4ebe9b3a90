import { describe, expect, test } from 'vitest';
import * as a from '../../src/a/index.ts';
import { TreeRouter, RedirectResponse, TextResponse } from '../../src/index.ts';
import { fromConnect } from '../../src/server/node/index.ts';
import { FindMyWayRouter } from '../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../src/kernel/router/rou3-router.ts';
import { inBothVariants } from '../cases/kit.ts';
import { ask, exchange, serve } from '../support/serve.ts';

const ROUTERS = [TreeRouter, FindMyWayRouter, Rou3Router, PathToRegexpRouter];

const SPELLINGS = [
  '/admin',
  '/admin/',
  '/admin/users',
  '/%61dmin',
  '/%61%64%6D%69%6E/users',
  '/ADMIN',
  '/Admin/users',
  '//admin',
  '///admin/users',
  '/./admin',
  '/x/../admin',
  '/x/%2e%2e/admin/users',
  '/x/.%2E/admin',
  '/admin/.',
  '/admin/x/..',
  '/admin%2Fusers',
  '/admin%2fusers',
  '/admin%5Cusers',
  '/admin\\users',
  '/x\\..\\admin',
  '/admin;x',
  '/admin;x/users',
  '/admin%3Bx',
  '/admin%00',
  '/admin%20',
  '/admin%23',
  '/admin%3Fx',
  '/%2561dmin',
  '/admin.',
  '/admin.json',
  '/admin-public',
  'http://other.example/admin',
  'http://other.example//admin',
];

inBothVariants(
  (kit) => {
    describe('A guard and a router that see different paths', () => {
      test('`url` and `originalUrl` have the canonical path (P1)', async () => {
        const app = kit.app();
        const read: unknown[] = [];
        const connect = fromConnect((req, _res, next) => {
          read.push((req as { originalUrl?: string }).originalUrl);
          next();
        });
        app.pipe(connect as never);
        app.pipe(
          kit.handler(({ url }) => (read.push(`${url.pathname}${url.search}`), new TextResponse('ok'))),
        );
        const server = await serve(app);
        for (const [target, path] of [
          ['/%61dmin/users?a=%61', '/admin/users?a=%61'],
          ['/x/../admin?b', '/admin?b'],
          ['/public/%2e%2e/admin', '/admin'],
          ['/admin\\x', '/admin%5Cx'],
          ['/a|b/%5b', '/a%7Cb/%5B'],
          ['//evil.example/admin', '//evil.example/admin'],
          ['/caf%c3%a9', '/caf%C3%A9'],
        ] as const) {
          read.length = 0;
          await exchange(server, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
          expect(read).toEqual([path, path]);
        }
      });

      const spelled = ROUTERS.flatMap((Router) => SPELLINGS.map((path) => [Router, path] as const));
      test.each(spelled)(
        'no spelling of a path reaches a route past its guard: %o, %s',
        async (Router, path) => {
          const app = kit.app({ router: new Router() });
          app.pipe('/admin', kit.mark('guarded'));
          app.pipeRoutingMiddleware().pipeDispatchMiddleware();
          app.get('/admin[/{page}]', kit.trace());
          app.get('/admin/', kit.trace());
          const { status, body } = await ask(await serve(app), { path });
          if (status === 200) expect(body).toBe('guarded');
          else expect([400, 404]).toContain(status);
        },
      );

      test.each(SPELLINGS)(
        'no spelling of a path reaches a child application past its guard: %s',
        async (path) => {
          const child = kit.routed();
          child.get('/{rest:.*}', kit.trace());
          const app = kit.app();
          app.pipe('/admin', kit.mark('guarded'));
          app.pipe('/admin', kit.child(child));
          const { status, body } = await ask(await serve(app), { path });
          if (status === 200) expect(body).toBe('guarded');
          else expect([400, 404]).toContain(status);
        },
      );
    });

    describe('A mount prefix without a segment boundary', () => {
      test('a prefix does not catch its namesakes', async () => {
        const app = kit.app();
        app.pipe('/admin', kit.answer('admin'));
        app.pipe(kit.answer('public'));
        for (const path of ['/admin-public', '/admin.json', '/administration', '/admin%2Dpublic']) {
          expect([path, await (await app.request(path)).text()]).toEqual([path, 'public']);
        }
      });
    });

    describe('A mount prefix stripped from the raw path but compared with the decoded one, or not restored when an inner layer throws', () => {
      test('a prefix that is written encoded or with letters beyond ASCII is the same prefix', async () => {
        const app = kit.app();
        app.pipe('/caf%C3%A9', kit.mark('encoded'));
        app.pipe('/café', kit.mark('plain'));
        app.pipe('/c%61f%c3%a9', kit.mark('mixed'));
        app.pipe(kit.trace());
        expect(await (await app.request('/café/menu')).text()).toBe('encoded plain mixed');
        expect(await (await app.request('/CAFÉ/menu')).text()).toBe('encoded plain mixed');
      });
    });

    describe('A malformed escape thrown as 500, or decoded twice so that `%252e%252e` climbs out of a folder', () => {
      test('a malformed escape is 400 even if no middleware responds', async () => {
        const server = await serve(kit.routed());
        for (const path of ['/%', '/%z', '/a%2', '/%C3%28', '/%ED%A0%80', '/%C0%AE%C0%AE/']) {
          expect([path, (await ask(server, { path })).status]).toEqual([path, 400]);
        }
      });

      test('a malformed escape in the query is no error', async () => {
        const app = kit.app();
        app.pipe(
          kit.handler((request) => new TextResponse(`${request.queryString} ${request.query.get('a')}`)),
        );
        expect((await ask(await serve(app), { path: '/?a=%zz' })).body).toBe('a=%zz %zz');
      });
    });

    describe('A malformed escape thrown as 500, or decoded twice so that `%252e%252e` climbs out of a folder', () => {
      test('a value is decoded once, and an encoded escape is no dot segment', async () => {
        const app = kit.routed();
        app.get(
          '/files/{name}',
          kit.handler(({ path, params }) => new TextResponse(`${path} ${params['name']}`)),
        );
        const server = await serve(app);
        const paths = ['/files/%252e%252e', '/files/%25252e', '/x/../files/a%252fb'];
        const bodies = await Promise.all(paths.map(async (path) => (await ask(server, { path })).body));
        expect(bodies).toEqual(['/files/%252e%252e %2e%2e', '/files/%25252e %252e', '/files/a%252fb a%2fb']);
      });
    });

    describe('`//evil.example` after a stripped prefix becoming an open redirect', () => {
      test.each([
        '/in//evil.example',
        '/in//evil.example/',
        '/in/%2F/evil.example',
        '/in/\\evil.example',
        '/in///evil.example/x',
      ])('neither a prefix nor the framework turns a path into another host: %s', async (path) => {
        const app = kit.app();
        app.pipe(
          '/in',
          kit.pass((request) => request.withAttribute('inner', request.path)),
        );
        app.pipe(
          '/in',
          kit.handler(
            ({ path: inner, originalPath, url }) => new TextResponse(`${inner} ${originalPath} ${url.host}`),
          ),
        );
        const server = await serve(app);
        const [inner, original, host] = (await ask(server, { path })).body.split(' ');
        expect(host).toBe(`127.0.0.1:${server.port}`);
        expect(original).toBe(`/in${inner}`);
      });

      test('a redirect to a path that came in stays on this host', async () => {
        const app = kit.app();
        app.pipe(
          '/in',
          kit.handler((request) => new RedirectResponse(request.path)),
        );
        const server = await serve(app);
        for (const path of [
          '/in//evil.example',
          '/in/\\evil.example',
          '/in///evil.example',
          '/in//evil.example/%2e%2e',
        ]) {
          const { headers } = await ask(server, { path });
          const target = new URL(headers.location ?? '', server.url);
          expect([path, target.host]).toEqual([path, new URL(server.url).host]);
        }
      });
    });

    describe('Method or parameter names looked up in a plain object', () => {
      test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'then'])(
        'a path that is a member of every object is not found: %s',
        async (name) => {
          const app = kit.routed();
          app.get('/static', kit.answer('static'));
          app.get('/in/{id}/end', kit.answer('placeholder'));
          for (const path of [`/${name}`, `/in/${name}`, `/in/1/${name}`]) {
            expect([path, (await app.request(path)).status]).toEqual([path, 404]);
          }
          expect(await (await app.request(`/in/${name}/end`)).text()).toBe('placeholder');
        },
      );

      test.each(['CONSTRUCTOR', '__PROTO__', 'TOSTRING', 'constructor'])(
        'a method that is a member of every object is not allowed: %s',
        async (method) => {
          const app = kit.routed();
          app.get('/page', kit.answer('page'));
          expect([405, 404]).toContain((await app.request('/page', { method })).status);
        },
      );
    });

    describe('A pattern that takes exponential time on a hostile path, `tokens` given by the user included', () => {
      const hostile = [
        ['/{a}-{b}-{c}.html', `/${'-'.repeat(12_000)}`],
        ['/{a}-{b}-{c}-{d}-{e}!', `/${'-'.repeat(12_000)}`],
        ['/{a:\\d+}-{b:\\d+}x', `/${'1-'.repeat(6000)}`],
        ['/{a}[/{b}[/{c}[/{d}]]]', `/${'x/'.repeat(6000)}`],
        ['/{a}/{b}/{rest:.*}', `/${'/'.repeat(12_000)}`],
        ['/{a:(a+)+}', `/${'a'.repeat(12_000)}!`],
        ['/{a:(?:[a-z]+-?)*}.html', `/${'a'.repeat(12_000)}!`],
        ['/{a:(a|aa)+}-{b:(a|aa)+}', `/${'a-'.repeat(6000)}!`],
        ['/{a:.*.*.*.*x}', `/${'a'.repeat(12_000)}`],
        ['/{a:(?:[a-z]+-?)*}-{b:\\d+}x', `/${'a-'.repeat(6000)}`],
      ] as const;
      const asked = ROUTERS.flatMap((Router) => hostile.map((item) => [Router, ...item] as const));
      test.each(asked)('a hostile path is matched in no time: %o, %s', async (Router, pattern, path) => {
        const app = kit.routed({ router: new Router() });
        app.get(pattern, kit.answer('matched'));
        await app.request('/warm-up');
        const start = process.cpuUsage();
        await app.request(`http://localhost${path}`);
        expect(millisecondsSince(start)).toBeLessThan(1500);
      });

      test.each<string | RegExp>(['(a+)+', '(?:a|a)*', /(a*)*/i, '(?:a+b?)+', /(?:.?){40}b/u])(
        'a hostile value is checked against a token in no time: %s',
        async (token) => {
          const app = kit.routed();
          app.get('/{a}', kit.answer('matched')).setOptions({ tokens: { a: token } });
          await app.request('/warm-up');
          const start = process.cpuUsage();
          const { status } = await app.request(`http://localhost/${'a'.repeat(12_000)}$`);
          expect(millisecondsSince(start)).toBeLessThan(1500);
          expect(status).toBe(404);
        },
      );
    });

    describe('Request targets that are not `/path`', () => {
      test.each([
        ['the server as a whole', 'OPTIONS * HTTP/1.1'],
        ['absolute form', 'GET http://example.test/page?q HTTP/1.1'],
        ['absolute form without a path', 'GET http://example.test HTTP/1.1'],
        ['another scheme', 'GET file:///etc/passwd HTTP/1.1'],
        ['no slash', 'GET page HTTP/1.1'],
        ['a fragment', 'GET /page#top HTTP/1.1'],
        ['two slashes and a host', 'GET //evil.example/page HTTP/1.1'],
        ['a backslash and a host', 'GET /\\evil.example/page HTTP/1.1'],
      ])('an unusual target never fails: %s', async (_what, line) => {
        const app = kit.app();
        app.pipe(kit.handler((request) => new TextResponse(`${request.path} ${request.url.protocol}`)));
        const answer = await exchange(await serve(app), `${line}\r\nHost: h\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400) /);
        expect(answer).not.toMatch(/file:/);
      });
    });

    describe('A Host with `@`, spaces, an IPv6 literal', () => {
      test.each([
        'user@evil.example',
        'a b',
        '[::1]:8080',
        '[::zz',
        'h:99999',
        'h/x?',
        'a,b',
        'ü',
        '%zz',
        '\t',
      ])('an unusual Host never fails, nor changes the path: %s', async (host) => {
        const app = kit.app();
        app.pipe(kit.handler(({ path, url }) => new TextResponse(`${path} ${url.pathname} ${url.username}`)));
        const answer = await exchange(
          await serve(app),
          `GET /page HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400) /);
        if (answer.startsWith('HTTP/1.1 200')) expect(answer).toMatch(/\r\n\r\n\/page \/page $/);
      });
    });
  },
  ['full'],
);

describe('A mount prefix stripped from the raw path but compared with the decoded one, or not restored when an inner layer throws', () => {
  test('A: error middleware sees the whole path when middleware inside a prefix throws', async () => {
    const app = new a.Application().pipe('/admin', [
      (request, response, next) => next(request.withPath('/elsewhere'), response),
      () => {
        throw new Error('inside');
      },
    ]);
    app.pipeErrorHandler((_error, request) => new TextResponse(request.path));
    expect(await (await app.request('/admin/users')).text()).toBe('/admin/elsewhere');
  });

  test('A: error middleware sees the whole path when middleware inside a prefix throws unchanged', async () => {
    const app = new a.Application().pipe('/admin', async () => {
      throw new Error('inside');
    });
    app.pipeErrorHandler((_error, request) => new TextResponse(request.path));
    expect(await (await app.request('/Admin/')).text()).toBe('/Admin/');
  });
});

/** Measured in processor time, which other programs on the machine don't affect. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
