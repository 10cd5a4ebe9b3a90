import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { defineMiddleware, ServerRequest } from 'fw-runtime';
import { proxy, type ProxyOptions, proxyProvider } from 'fw-middleware/proxy';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { outgoingHeaders } from '../src/proxy/outgoing-headers.ts';
import { type App, inBothVariants, serve } from './both-variants.ts';
import { serveHttp2 } from '../../runtime/test/support/http2-client.ts';
import { useDevTools } from '../../devtools/test/support/use-dev-tools.ts';

useDevTools();

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

let server: Server;
let origin: string;
/** The upstream's handlers by path. Other paths respond with a description of the received request. */
const responders = new Map<string, Respond>();

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    (responders.get(incoming.url ?? '') ?? echo)(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function echo(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let body = '';
  incoming.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
  incoming.on('end', () => {
    const { method, url, headers } = incoming;
    outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(JSON.stringify({ method, url, headers, body }));
  });
}

/** Sets the upstream's next response to a path, for this test. */
function respondOnce(path: string, respond: Respond): void {
  responders.set(path, respond);
  onTestFinished(() => void responders.delete(path));
}

inBothVariants((kit) => {
  function appWith(options: Partial<ProxyOptions> = {}, path = ''): App {
    const app = kit.app([]);
    return app.pipe('/api', proxy({ upstream: `${origin}${path}`, ...options }));
  }
  const echoOf = async (app: App, path: string, init: RequestInit & { method?: string } = {}) =>
    (await (await app.request(path, init)).json()) as Echo;

  test('a request is forwarded with its method, path, query, headers and body', async () => {
    const echoed = await echoOf(appWith(), '/api/posts/a%20b?sort=title&sort=date', {
      method: 'PATCH',
      body: 'changed',
      headers: { 'X-Own': 'kept', Expect: '100-continue', Cookie: 'a=1; b=2', Authorization: 'Bearer x' },
    });

    expect(echoed).toMatchObject({
      method: 'PATCH',
      url: '/posts/a%20b?sort=title&sort=date',
      body: 'changed',
      headers: { 'x-own': 'kept', cookie: 'a=1; b=2', authorization: 'Bearer x' },
    });
    expect(echoed.headers).not.toHaveProperty('expect');
    expect(echoed.headers['host']).toBe(origin.slice('http://'.length));
  });

  test('the token of the development tools is not forwarded (S10)', async () => {
    const app = kit.app([], { debug: true });
    const url = await serve(app.pipe('/api', proxy({ upstream: origin })));
    const headers = { 'X-Fw-Token': 'x', Cookie: 'a=1; fw-token-8080=x; fw-token-1=y' };
    const echoed = (await (await fetch(`${url}/api/seen`, { headers })).json()) as Echo;

    expect(echoed.headers['cookie']).toBe('a=1');
    expect(JSON.stringify(echoed)).not.toMatch(/fw-token/i);
  });

  test('the response is returned with its status, its headers and each of its cookies', async () => {
    respondOnce('/answer', (_, outgoing) => {
      outgoing.writeHead(418, {
        'Set-Cookie': ['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2'],
        'X-Own': 'kept',
      });
      outgoing.end('teapot');
    });
    const response = await appWith().request('/api/answer');

    expect([response.status, await response.text()]).toEqual([418, 'teapot']);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2']);
    expect(response.headers.get('x-own')).toBe('kept');
  });

  test('HEAD has the length and no body', async () => {
    respondOnce('/head', (_, outgoing) => outgoing.writeHead(200, { 'Content-Length': '7' }).end());
    const response = await appWith().request('/api/head', { method: 'HEAD' });

    expect([response.headers.get('content-length'), await response.text()]).toEqual(['7', '']);
  });

  describe('paths', () => {
    test.each([
      ['', '/api', '/'],
      ['', '/api/', '/'],
      ['', '/api/a/', '/a/'],
      ['/v1', '/api/a', '/v1/a'],
      ['/v1/', '/api/a', '/v1/a'],
      ['/v1', '/api', '/v1/'],
      ['/v1', '/api/@evil.test', '/v1/@evil.test'],
      ['/v1', '/api/%252e%252e/x', '/v1/%252e%252e/x'],
      ['/v1', '/api/..a/x', '/v1/..a/x'],
      ['/v1', '/api/a?b=//evil.test/..&c=%2e', '/v1/a?b=//evil.test/..&c=%2e'],
    ])('below %j, %s is %s', async (base, path, expected) => {
      expect((await echoOf(appWith({}, base), path)).url).toBe(expected);
    });

    test.each([
      ['/api/a//b', '/v1/a//b'],
      ['/api/a%2fb', '/v1/a%2Fb'],
      ['/api/a%5Cb', '/v1/a%5Cb'],
      ['/api/a;b/c', '/v1/a;b/c'],
      ['/api/http://evil.test/', '/v1/http://evil.test/'],
    ])(
      '%s, which an upstream may read as a guarded path, is forwarded only with an option',
      async (path, expected) => {
        expect((await appWith({}, '/v1').request(path)).status).toBe(400);
        expect((await echoOf(appWith({ ambiguous_paths: true }, '/v1'), path)).url).toBe(expected);
      },
    );

    test.each([
      '/api//evil.test/x',
      '/api/..%2fadmin',
      '/api/%2e%2e%2fadmin',
      '/api/a/..%5C..%5Cadmin',
      '/api/a%2f..',
      '/api/..;/admin',
      '/api/.;a/admin',
    ])('%s, which is ambiguous, is rejected', async (path) => {
      for (const ambiguous_paths of [false, true]) {
        expect((await appWith({ ambiguous_paths }, '/v1').request(path)).status).toBe(400);
      }
    });
  });

  describe('headers of a connection', () => {
    test('are not forwarded, nor are the headers that a client names in Connection', async () => {
      const url = await serve(appWith());
      const head = [
        'POST /api/x HTTP/1.1',
        'Host: site.test',
        'Connection: keep-alive, X-Secret, Authorization, X-Forwarded-For, Host',
        'Keep-Alive: timeout=5',
        'Proxy-Connection: keep-alive',
        'Proxy-Authorization: Basic eA==',
        'TE: trailers',
        'Trailer: X-Last',
        'Transfer-Encoding: chunked',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABk',
        'X-Secret: 1',
        'Authorization: Bearer x',
        'X-Forwarded-For: 6.6.6.6',
      ];
      const { status, body } = await raw(url, `${head.join('\r\n')}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
      const { headers, body: received } = JSON.parse(body) as Echo;

      expect([status, received]).toEqual([200, 'hello']);
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
      expect(headers['host']).toBe(origin.slice('http://'.length));
      const names = Object.keys(headers);
      for (const line of head.slice(3)) {
        const name = line.split(':')[0]?.toLowerCase() ?? '';
        if (name !== 'x-forwarded-for' && name !== 'transfer-encoding') expect(names).not.toContain(name);
      }
    });

    test('of the upstream are not returned, and the connection of the client stays open', async () => {
      respondOnce('/hop', (_, outgoing) => {
        outgoing.writeHead(200, {
          Connection: 'close, X-Inner',
          'Keep-Alive': 'timeout=1',
          'Proxy-Authenticate': 'Basic',
          'X-Inner': '1',
          'X-Own': 'kept',
        });
        outgoing.end('x');
      });
      const url = await serve(appWith());
      const response = await fetch(`${url}/api/hop`);
      const { headers } = response;

      expect(await response.text()).toBe('x');
      expect(headers.get('connection')).toBe('keep-alive');
      expect([headers.get('x-inner'), headers.get('proxy-authenticate')]).toEqual([null, null]);
      expect(headers.get('x-own')).toBe('kept');
    });
  });

  describe('the client', () => {
    const lies = {
      Forwarded: 'for=6.6.6.6',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil.test',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Port': '1',
      'X-Forwarded-Prefix': '/admin',
      'X-Real-IP': '6.6.6.6',
      'True-Client-IP': '6.6.6.6',
      X_Forwarded_For: '6.6.6.6',
      'Forwarded-For': '6.6.6.6',
      'Client-IP': '6.6.6.6',
      'CF-Connecting-IP': '6.6.6.6',
      'CF-Connecting-IPv6': '::6',
      'Fastly-Client-IP': '6.6.6.6',
      'Fly-Client-IP': '6.6.6.6',
      'X-Appengine-User-IP': '6.6.6.6',
      'X-Azure-ClientIP': '6.6.6.6',
      'X-Azure-SocketIP': '6.6.6.6',
      'X-Cluster-Client-IP': '6.6.6.6',
      'X-Envoy-External-Address': '6.6.6.6',
      'X-Originating-IP': '6.6.6.6',
      'X-Remote-Addr': '6.6.6.6',
      'X-Remote-IP': '6.6.6.6',
      'X-Remote-User': 'root',
      'Remote-User': 'root',
      'X-Host': 'evil.test',
      'X-Original-Host': 'evil.test',
      'X-Original-Forwarded-For': '6.6.6.6',
      'X-Original-URL': '/admin',
      'X-Rewrite-URL': '/admin',
      'Client-Cert': ':AAAA:',
      'Client-Cert-Chain': ':AAAA:',
      'X-Client-Cert': 'AAAA',
      'X-Client-Verify': 'SUCCESS',
      'X-SSL-Client-Verify': 'SUCCESS',
      SSL_Client_Cert: 'AAAA',
    };
    // Headers that `fetch` adds.
    const usual = new Set([
      'host',
      'connection',
      'accept',
      'accept-encoding',
      'accept-language',
      'user-agent',
    ]);
    const addresses = (headers: Echo['headers']) =>
      Object.fromEntries(
        Object.entries(headers).filter(([name]) => !usual.has(name) && name !== 'sec-fetch-mode'),
      );

    test('is taken from the connection, whatever the client sends', async () => {
      const { headers } = await echoOf(appWith(), 'http://site.test:81/api/x', {
        headers: lies,
        platform: { ip: '203.0.113.7' },
      } as RequestInit);

      expect(addresses(headers)).toEqual({
        forwarded: 'for=203.0.113.7;host="site.test:81";proto=http',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-host': 'site.test:81',
        'x-forwarded-proto': 'http',
      });
    });

    test('adds no hop to Forwarded for the host of a URL (security review 10)', async () => {
      const request = new Request('http://a",for=6.6.6.6;host="b/api/x');
      const { status, headers } = await appWith().fetch(request);
      expect([status, headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    });

    test('is taken from outer middleware that trusts a proxy', async () => {
      const client = { ip: '2001:db8::7', host: 'example.org', protocol: 'https' } as const;
      const app = kit.app([defineMiddleware((request, next) => next(request.withClient(client)))]);
      app.pipe('/api', proxy({ upstream: origin }));

      expect(addresses((await echoOf(app, '/api/x', { headers: lies })).headers)).toEqual({
        forwarded: 'for="[2001:db8::7]";host="example.org";proto=https',
        'x-forwarded-for': '2001:db8::7',
        'x-forwarded-host': 'example.org',
        'x-forwarded-proto': 'https',
      });
    });

    test('headers with similar names are forwarded', async () => {
      const own = {
        'x-zip': '1',
        'x-client': '2',
        'x-original': '3',
        'x-host-name': '4',
        'x-user': '5',
        'x-tooltip': '6',
      };

      expect((await echoOf(appWith(), '/api/x', { headers: own })).headers).toMatchObject(own);
    });

    test("is not forwarded if disabled, and the client's own headers are removed", async () => {
      expect(
        addresses((await echoOf(appWith({ forwarded: false }), '/api/x', { headers: lies })).headers),
      ).toEqual({});
    });
  });

  test.each([
    ['a path that is malformed', 'DELETE /% HTTP/1.1\r\nHost: site.test'],
    ['a Host that is none', 'DELETE /admin/x HTTP/1.1\r\nHost: a",for=6.6.6.6;host="b'],
    ['two hosts', 'DELETE /admin/x HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['a body that is too large', 'DELETE /admin/x HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999'],
  ])(
    'the upstream never receives a request with %s, for which guards of a prefix do not run',
    async (_, head) => {
      const received = vi.fn<() => void>();
      for (const path of ['/', '/admin/x']) {
        respondOnce(path, (_incoming, outgoing) => {
          received();
          outgoing.end();
        });
      }
      const url = await serve(kit.app([proxy({ upstream: origin })]));
      const { status } = await raw(url, `${head}\r\nConnection: close\r\n\r\n`);

      expect([400, 413]).toContain(status);
      expect(received).not.toHaveBeenCalled();
    },
  );

  test("an option overrides headers of the client, and the Host is the upstream's", async () => {
    const app = appWith({ headers: { 'X-Key': 'secret' } });
    const { headers } = await echoOf(app, '/api/x', { headers: { Host: 'site.test', 'X-Key': 'guess' } });

    expect([headers['host'], headers['x-key']]).toEqual([new URL(origin).host, 'secret']);
  });

  describe('redirects are returned', () => {
    test.each([
      ['http://elsewhere.test/x', 'http://elsewhere.test/x'],
      ['{origin}/v1/posts?a=1#b', '/api/posts?a=1#b'],
      ['/v1/login', '/api/login'],
      ['login', '/api/login'],
      ['/v1', '/api'],
      ['/v1//evil.test', '/api//evil.test'],
      ['/v2/login', '/v2/login'],
      ['//elsewhere.test/v1', '//elsewhere.test/v1'],
    ])('Location: %s', async (location, expected) => {
      respondOnce('/v1/from', (_, outgoing) =>
        outgoing.writeHead(302, { Location: location.replace('{origin}', origin) }).end(),
      );
      const response = await appWith({}, '/v1').request('/api/from');

      expect([response.status, response.headers.get('location')]).toEqual([302, expected]);
    });

    test('and point to no host if there is no prefix', async () => {
      respondOnce('/from', (_, outgoing) =>
        outgoing.writeHead(302, { Location: `${origin}//evil.test/x` }).end(),
      );
      const app = kit.app([proxy({ upstream: origin })]);

      expect((await app.request('/from')).headers.get('location')).toBe('/evil.test/x');
    });
  });

  test('bodies that the upstream encodes without Accept-Encoding are returned decoded', async () => {
    respondOnce('/gzip', (incoming, outgoing) => {
      outgoing.writeHead(200, {
        'Content-Encoding': 'gzip',
        'X-Accepted': incoming.headers['accept-encoding'],
      });
      outgoing.end(gzipSync('plain'));
    });
    const response = await appWith().request('/api/gzip', { headers: { 'Accept-Encoding': 'gzip, br' } });

    expect(response.headers.get('x-accepted')).toBe('identity');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('plain');
  });

  test('a body that may or may not be decoded is not returned', async () => {
    respondOnce(
      '/zstd',
      (_, outgoing) => void outgoing.writeHead(200, { 'Content-Encoding': 'zstd' }).end('x'),
    );

    expect((await appWith().request('/api/zstd')).status).toBe(502);
  });

  describe('streams', () => {
    test('go both ways chunk by chunk', async () => {
      respondOnce('/both', (incoming, outgoing) => {
        outgoing.writeHead(200);
        incoming.on('data', (chunk: Buffer) => outgoing.write(`got ${chunk.toString()}`));
        incoming.on('end', () => outgoing.end('end'));
      });
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const init = { method: 'POST', body: readable, duplex: 'half' } as RequestInit;
      const respond = appWith().fetch(new Request('http://site.test/api/both', init));
      void writer.write(Buffer.from('one'));
      const reader = ((await respond).body as ReadableStream<Uint8Array>).getReader();
      const read = async (): Promise<string> => String(Buffer.from((await reader.read()).value ?? []));

      expect(await read()).toBe('got one');
      void writer.write(Buffer.from('two'));
      expect(await read()).toBe('got two');
      void writer.close();
      expect(await read()).toBe('end');
    });

    test('that the upstream aborts are aborted', async () => {
      respondOnce('/broken', (_, outgoing) => {
        outgoing.writeHead(200, { 'Content-Length': '100' });
        outgoing.write('begun', () => outgoing.destroy());
      });
      const response = await appWith().request('/api/broken');

      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
    });

    test('end at the upstream when the client disconnects', async () => {
      const closed = new Promise<void>((resolve) => {
        respondOnce('/endless', (_, outgoing) => {
          outgoing.writeHead(200).write('begun');
          outgoing.once('close', resolve);
        });
      });
      const client = new AbortController();
      const url = await serve(appWith());
      const response = await fetch(`${url}/api/endless`, { signal: client.signal });
      await response.body?.getReader().read();
      client.abort();

      await expect(closed).resolves.toBeUndefined();
    });
  });

  test('a client that disconnects before the response ends the request to the upstream', async () => {
    const client = new AbortController();
    const closed = new Promise<void>((resolve) => {
      respondOnce('/slow', (_, outgoing) => {
        outgoing.once('close', resolve);
        client.abort();
      });
    });
    const response = await appWith().request('/api/slow', { signal: client.signal });

    await closed;
    expect(response.status).toBe(499);
  });

  test('a body above the limit is rejected with 413, also without a length', async () => {
    const app = kit.app([], { server: { body_limit: 10 } });
    app.pipe('/api', proxy({ upstream: origin }));
    const chunked = {
      method: 'POST',
      body: new Blob(['x'.repeat(20)]).stream(),
      duplex: 'half',
    } as RequestInit;

    expect((await app.fetch(new Request('http://site.test/api/x', chunked))).status).toBe(413);
    expect((await app.request('/api/x', { method: 'POST', body: 'x'.repeat(10) })).status).toBe(200);
  });

  describe('an upstream', () => {
    test('that cannot be reached results in 502, after one request', async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      const response = await appWith({ upstream: `http://127.0.0.1:${port}` }).request('/api/x');

      expect(response.status).toBe(502);
      expect(await response.text()).not.toContain(String(port));
    });

    test('that closes the connection results in 502, without a retry', async () => {
      const hangUp = vi.fn<Respond>((_, outgoing) => outgoing.destroy());
      respondOnce('/hang-up', hangUp);

      expect((await appWith().request('/api/hang-up')).status).toBe(502);
      expect(hangUp).toHaveBeenCalledOnce();
    });

    test('that does not respond in time results in 504, and is disconnected', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let arrived: () => void = () => {};
      const arrival = new Promise<void>((resolve) => (arrived = resolve));
      const closed = new Promise<void>((resolve) => {
        respondOnce('/never', (_, outgoing) => {
          outgoing.once('close', resolve);
          arrived();
        });
      });
      const respond = appWith({ timeout: 1000 }).request('/api/never');
      await arrival;
      vi.advanceTimersByTime(1000);

      expect((await respond).status).toBe(504);
      await closed;
    });

    test.each([
      'HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n',
      'HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n',
      'nonsense',
    ])('that responds with %j results in 502', async (respond) => {
      respondOnce('/malformed', (incoming) => void incoming.socket.end(respond));

      expect((await appWith().request('/api/malformed')).status).toBe(502);
    });
  });

  test.each([
    ['a WebSocket', 'GET', { Connection: 'Upgrade', Upgrade: 'websocket' }],
    ['TRACE', 'TRACE', {}],
  ])('%s is rejected', async (_, method, headers) => {
    expect((await appWith().request('/api/x', { method, headers })).status).toBe(501);
  });

  test('a request with two lengths is not forwarded', async () => {
    const url = await serve(appWith());
    const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked';
    const heads = [
      both,
      both.split('\r\n').toReversed().join('\r\n'),
      'Transfer-Encoding: xchunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: +5',
      'Transfer-Encoding: chunked\r\n , identity',
    ];
    for (const head of heads) {
      const { status } = await raw(
        url,
        `POST /api/x HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      expect([head, status]).toEqual([head, 400]);
    }
  });

  test.each([
    ['GET', 'Content-Length: 5\r\n\r\nhello'],
    ['HEAD', 'Content-Length: 5\r\n\r\nhello'],
    ['GET', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  ])('%s with a body is a 501, and never forwarded without the body: %s', async (method, rest) => {
    const handler = vi.fn<Respond>((_, outgoing) => outgoing.end());
    respondOnce('/body', handler);
    const url = await serve(appWith());
    const head = `${method} /api/body HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;

    expect((await raw(url, head + rest)).status).toBe(501);
    expect(handler).not.toHaveBeenCalled();
    expect((await raw(url, `${head}Content-Length: 0\r\n\r\n`)).status).toBe(200);
  });

  test('GET with a body over HTTP/2, which announces no length, is a 501', async () => {
    const session = await serveHttp2(appWith());
    const stream = session.request({ ':path': '/api/x', ':method': 'GET' }, { endStream: false });
    stream.end('hello');
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(501);
    stream.close();
  });

  test.each(['QUERY', 'DELETE', 'OPTIONS'])('%s is forwarded with its body', async (method) => {
    expect((await echoOf(appWith(), '/api/x', { method, body: 'hello' })).body).toBe('hello');
  });

  test('no header is added to those of the client', async () => {
    const url = await serve(appWith({ forwarded: false }));
    const names = async (lines: string): Promise<string[]> => {
      const { body } = await raw(url, `GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
      return Object.keys((JSON.parse(body) as Echo).headers).toSorted();
    };
    const always = ['accept-encoding', 'connection', 'host'];

    expect(await names('')).toEqual(always);
    const { body } = await raw(
      url,
      'GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Mode: navigate\r\n\r\n',
    );
    expect((JSON.parse(body) as Echo).headers['sec-fetch-mode']).toBe('navigate');
    expect(await names('User-Agent: x\r\nAccept: */*\r\nAccept-Language: *\r\n')).toEqual(
      [...always, 'accept', 'accept-language', 'user-agent'].toSorted(),
    );
  });

  test('is configured by the key "proxy"', async () => {
    const app = kit.configured([proxyProvider], {
      proxy: { upstream: origin },
      middleware_pipeline: { proxy: { path: '/api' } },
    });

    expect((await echoOf(app, '/api/x')).url).toBe('/x');
  });
});

test.each(['a",for=6.6.6.6;host="b', 'a;for=6.6.6.6', 'a,b', "a'b"])(
  'no host adds a hop to Forwarded or another host to X-Forwarded-Host: %s',
  (host) => {
    const request = new ServerRequest('/');
    Object.defineProperty(request, 'url', { value: { host, protocol: 'http:' } });
    const headers = outgoingHeaders(request, { describesClient: true, set: {} });

    expect(headers.get('forwarded')).toBe('proto=http');
    expect(headers.get('x-forwarded-host')).toBeNull();
  },
);

/** Sends bytes unchanged, and reads until the connection is closed or idle. */
function raw(url: string, bytes: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      const isWhole = length === undefined ? /(^|\n)0\r\n\r\n$/.test(body) : body.length >= Number(length);
      if (isWhole) socket.end();
    });
    socket.on('close', () => {
      const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
      resolve({
        status: Number(head.split(' ')[1]),
        body: body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1),
      });
    });
  });
}

test.each([
  ['no upstream', {}, 'proxy.upstream'],
  ['another protocol', { upstream: 'file:///etc' }, 'proxy.upstream: expected a URL such as'],
  ['no protocol', { upstream: '127.0.0.1:3000' }, 'proxy.upstream'],
  ['a password', { upstream: 'http://a:b@127.0.0.1' }, 'proxy.upstream'],
  ['a query', { upstream: 'http://127.0.0.1/?a=1' }, 'proxy.upstream'],
  ['no time', { upstream: 'http://127.0.0.1', timeout: 0 }, 'proxy.timeout'],
  [
    'a header of the connection',
    { upstream: 'http://127.0.0.1', headers: { Connection: 'x' } },
    'proxy.headers',
  ],
  ['a malformed header', { upstream: 'http://127.0.0.1', headers: { 'a b': '1' } }, 'proxy.headers'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => proxy(options as ProxyOptions)).toThrow(message);
});

test.each(['http://user:pAsS/w0rd@127.0.0.1', 'http://user:pAsSw0rd@127.0.0.1', 'redis://u:pAsS?w0rd@x'])(
  'the password of the upstream %s is not shown',
  (upstream) => {
    let message = '';
    try {
      proxy({ upstream });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^ConfigError: .*proxy\.upstream: expected a URL/s);
    expect(message).not.toMatch(/pAsS|w0rd/);
  },
);
