import { type ConfigError, JsonResponse, TextResponse } from 'fw-runtime';
import { cors, type CorsOptions, corsProvider } from 'fw-middleware/cors';
import { describe, expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const PAGE = 'https://example.com';
const preflight = (
  origin = PAGE,
  more: Readonly<Record<string, string>> = {},
): RequestInit & { method: string } => ({
  method: 'OPTIONS',
  headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT', ...more },
});

inBothVariants((kit) => {
  function appWith(options?: CorsOptions): ReturnType<typeof kit.app> {
    const app = kit.app([cors(options)]);
    app.get('/posts', () => new JsonResponse([]));
    app.get('/fails', () => {
      throw new Error('The database is gone.');
    });
    return app;
  }

  test('without options, every page may read responses, without cookies', async () => {
    const { headers } = await appWith().request('/posts', { headers: { Origin: PAGE } });

    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBeNull();
  });

  test('a preflight is answered before routing, with the permitted requests', async () => {
    const options = { origin: PAGE, credentials: true, max_age: 600, methods: ['PUT'] } as const;
    const response = await appWith(options).request('/posts', preflight());

    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PUT',
      'access-control-max-age': '600',
      vary: 'Access-Control-Request-Headers, Origin',
    });
  });

  test.each([
    ['the requested ones, if none are configured', undefined, 'x-one, x-two'],
    ['the configured ones, whatever is requested', ['X-Mine'], 'X-Mine'],
  ])('request headers: %s', async (_, headers, expected) => {
    const requestHeaders = preflight(PAGE, { 'Access-Control-Request-Headers': 'x-one, x-two' });
    const response = await appWith({ ...(headers && { headers }) }).request('/posts', requestHeaders);

    expect(response.headers.get('access-control-allow-headers')).toBe(expected);
  });

  test('an OPTIONS request that is not a preflight continues', async () => {
    const response = await appWith().request('/posts', { method: 'OPTIONS', headers: { Origin: PAGE } });

    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['/fails', '/nowhere'])('the error of %s is readable by the page as well', async (path) => {
    const response = await appWith({ origin: PAGE, expose: ['X-Total'] }).request(path, {
      headers: { Origin: PAGE },
    });

    expect(response.status).toBeGreaterThan(399);
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(response.headers.get('access-control-expose-headers')).toBe('X-Total');
    expect(response.headers.get('vary')).toContain('Origin');
  });

  test('Vary is added to the existing value', async () => {
    const app = kit.app([cors({ origin: PAGE })]);
    app.get('/', () => new TextResponse('home', 200, { Vary: 'Accept' }));

    expect((await app.request('/')).headers.get('vary')).toBe('Accept, Origin');
  });

  describe('only permitted origins may send requests', () => {
    const some = ['https://example.com', 'https://*.example.org', 'http://localhost:3000'];

    test.each([
      ['https://example.com', some, true],
      ['https://a.example.org', some, true],
      ['https://a.b.example.org', some, true],
      ['http://localhost:3000', some, true],
      // Reflected origins that bypassed other implementations.
      ['https://example.com.evil.test', some, false],
      ['https://evil-example.com', some, false],
      ['https://evilexample.org', some, false],
      ['https://example.org', some, false],
      ['https://.example.org', some, false],
      ['https://evil.test/.example.org', some, false],
      ['https://evil.test#.example.org', some, false],
      ['https://a.example.org.evil.test', some, false],
      ['https://a.example.org.', some, false],
      ['https://evil.test.', some, false],
      ['http://example.com', some, false],
      ['https://example.com:8443', some, false],
      ['https://EXAMPLE.com', some, false],
      ['null', some, false],
      ['null', 'null', true],
      ['', some, false],
      ['https://any.test', (origin: string) => origin.endsWith('.test'), true],
      ['https://any.test', async () => Promise.resolve(false), false],
    ])('%s of %j: %s', async (pageOrigin, origin, isAllowed) => {
      const app = appWith({ origin });
      const responses = await Promise.all([
        app.request('/posts', { headers: { Origin: pageOrigin } }),
        app.request('/posts', preflight(pageOrigin)),
      ]);

      for (const { headers } of responses) {
        expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? pageOrigin : null);
        expect(headers.get('vary')).toContain('Origin');
      }
    });
  });

  test('is configured by the key "cors", for every path and outside everything that may fail', async () => {
    const routes = [{ path: '/posts', middleware: () => new TextResponse('posts') }];
    const app = kit.configured([corsProvider], { cors: { origin: [PAGE] }, routes });
    const response = await app.request('/posts', { headers: { Origin: PAGE } });

    expect(await response.text()).toBe('posts');
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
  });

  test('a malformed option throws when the middleware is created, with its key and its file', async () => {
    const app = kit.configured([corsProvider], { cors: { max_age: 'long' }, debug: 'everyone' });

    expect(await (await app.request('/')).text()).toContain(
      'site.global.ts: cors.max_age: expected number, received "long"',
    );
  });
});

test.each([
  ['a page beside an origin', { origin: 'https://example.com/' }, 'cors.origin'],
  ['no origin', { origin: ['example.com'] }, 'cors.origin'],
  ['a second wildcard', { origin: 'https://*.*.example.com' }, 'cors.origin'],
  ['wildcards alone', { origin: ['https://*.*'] }, 'cors.origin'],
  ['a wildcard at the end', { origin: 'https://*.example.*' }, 'cors.origin'],
  ['a wildcard without a dot', { origin: 'https://*example.com' }, 'cors.origin'],
  ['a dot at the end', { origin: 'https://example.com.' }, 'cors.origin'],
  ['a dot at the end, with a wildcard', { origin: 'https://*.example.com.' }, 'cors.origin'],
  ['a wildcard for every host', { origin: 'https://*.' }, 'cors.origin'],
  ['an unknown key', { origins: '*' }, 'cors.origins: expected no such key, received the key "origins"'],
  ['cookies for everybody', { credentials: true }, 'expected credentials with named origins only'],
  ['cookies for everybody, in a list', { origin: [PAGE, '*'], credentials: true }, 'named origins only'],
  ['cookies for sandboxed pages', { origin: 'null', credentials: true }, 'named origins only'],
  [
    'a line break in a header',
    { expose: ['X-One\r\nX-Two'] },
    'cors.expose[0]: expected the name of a header',
  ],
  ['a negative time', { max_age: -1 }, 'cors.max_age: expected a whole number of seconds, 0 or more'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => cors(options as CorsOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
