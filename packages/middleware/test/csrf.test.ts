import { type ConfigError, TextResponse } from 'fw-runtime';
import { csrf, type CsrfOptions, csrfProvider } from 'fw-middleware/csrf';
import { describe, expect, test } from 'vitest';
import { ORIGINS } from '../../runtime/test/support/origins.ts';
import { inBothVariants } from './both-variants.ts';

const APP = 'https://example.com';
const FORM = 'application/x-www-form-urlencoded';

inBothVariants((kit) => {
  function appWith(options?: CsrfOptions): ReturnType<typeof kit.app> {
    const app = kit.app([csrf(options)]);
    app.any('/', () => new TextResponse('done'));
    return app;
  }

  async function statusOf(
    headers: Record<string, string>,
    method = 'POST',
    options?: CsrfOptions,
  ): Promise<number> {
    return (await appWith(options).request(`${APP}/`, { method, headers })).status;
  }

  describe('an unsafe request', () => {
    test.each<[string, Record<string, string>, number]>([
      ['of the app itself', { 'Sec-Fetch-Site': 'same-origin', Origin: APP }, 200],
      ['of the user, such as a bookmark', { 'Sec-Fetch-Site': 'none' }, 200],
      ['of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, 403],
      ['of a subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://a.example.com' }, 403],
      ['of another site that pretends to be the app', { 'Sec-Fetch-Site': 'cross-site', Origin: APP }, 403],
      ['of an unknown site', { 'Sec-Fetch-Site': 'new-kind' }, 403],
      ['with two values', { 'Sec-Fetch-Site': 'same-origin, cross-site' }, 403],
      ['of an old browser on the app itself', { Origin: APP }, 200],
      ['of an old browser on another site', { Origin: 'https://evil.test' }, 403],
      ['of an old browser on another port', { Origin: `${APP}:8443` }, 403],
      ['of an old browser by plain HTTP', { Origin: 'http://example.com' }, 403],
      ['of a sandboxed page', { Origin: 'null' }, 403],
      ['with a user in the origin', { Origin: 'https://example.com@evil.test' }, 403],
      ['with an origin that is none', { Origin: 'example.com' }, 403],
      ['of a very old browser on the app itself', { Referer: `${APP}/form?a=b` }, 200],
      ['of a very old browser on another site', { Referer: `https://evil.test/?${APP}/` }, 403],
      ['with a referrer that is none', { Referer: 'about:client' }, 403],
      ['of a client that is not a browser', {}, 200],
    ])('%s', async (_, headers, status) => {
      expect(await statusOf(headers)).toBe(status);
    });

    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])(
      '%s of another site is rejected',
      async (method) => {
        expect(await statusOf({ 'Sec-Fetch-Site': 'cross-site' }, method)).toBe(403);
      },
    );

    test.each([
      FORM,
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json',
      'text/plain;application/json',
      '',
    ])('of another site is rejected with any content type, here "%s"', async (type) => {
      const init = { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': type } };
      const request = new Request(APP, init);
      if (type === '') request.headers.delete('content-type');
      request.headers.set('Sec-Fetch-Site', 'cross-site');
      const response = await appWith().fetch(request);

      expect([response.status, await response.text()]).toEqual([
        403,
        '403 Forbidden\nCross-site request blocked.\n',
      ]);
    });
  });

  test.each(ORIGINS)('to %s with the origin %j is same-origin: %s', async (url, Origin, isSame) => {
    const response = await appWith().request(url, { method: 'POST', headers: { Origin } });
    expect(response.status).toBe(isSame ? 200 : 403);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s of another site passes', async (method) => {
    expect(await statusOf({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, method)).toBe(200);
  });

  test.each([
    ['another method in a header', { 'X-HTTP-Method-Override': 'DELETE' }],
    ['the opening of a WebSocket', { Upgrade: 'websocket', Connection: 'Upgrade' }],
    ['the opening of a WebSocket among others', { Upgrade: 'h2c, WebSocket' }],
  ])('GET of another site is rejected with %s', async (_, headers) => {
    const fetchHeaders = headers as Record<string, string>;
    expect(
      await statusOf({ ...fetchHeaders, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, 'GET'),
    ).toBe(403);
    expect(await statusOf({ ...fetchHeaders, Origin: 'https://evil.test' }, 'GET')).toBe(403);
    expect(await statusOf({ ...fetchHeaders, Origin: APP }, 'GET')).toBe(200);
  });

  test('a method override header does not make POST safe', async () => {
    expect(await statusOf({ 'X-HTTP-Method-Override': 'GET', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  test('behind a proxy, an option or the Host header sets the origin that the browser uses', async () => {
    const app = appWith();
    const from = (Origin: string): RequestInit & { method: string } => ({
      method: 'POST',
      headers: { Origin },
    });
    const options = { origin: [APP] };

    // The proxy speaks HTTP to the app.
    expect((await app.request('http://example.com/', from(APP))).status).toBe(200);
    expect((await appWith(options).request('http://10.0.0.7/', from(APP))).status).toBe(200);
    expect((await appWith(options).request('http://10.0.0.7/', from('http://10.0.0.7'))).status).toBe(403);
  });

  test.each([
    ['https://app.test', 200],
    ['https://a.example.com', 200],
    ['https://b.app.test', 403],
    ['https://example.com.evil.test', 403],
  ])('of trusted origins, %s: %i', async (Origin, status) => {
    const options = { trusted_origins: ['https://app.test', 'https://*.example.com'] };

    expect(await statusOf({ Origin, 'Sec-Fetch-Site': 'cross-site' }, 'POST', options)).toBe(status);
    expect(await statusOf({ Origin }, 'POST', options)).toBe(status);
  });

  test('is configured by the key "csrf"', async () => {
    const routes = [{ path: '/', middleware: () => new TextResponse('done') }];
    const app = kit.configured([csrfProvider], { csrf: { trusted_origins: ['https://app.test'] }, routes });
    const from = (Origin: string): Promise<Response> =>
      app.request('/', { method: 'POST', headers: { Origin } });

    expect((await from('https://app.test')).status).toBe(200);
    expect((await from('https://evil.test')).status).toBe(403);
  });
});

test.each([
  ['everybody', { trusted_origins: ['*'] }, 'csrf.trusted_origins[0]: expected an origin'],
  ['sandboxed pages', { trusted_origins: ['null'] }, 'csrf.trusted_origins[0]: expected an origin'],
  ['a page beside an origin', { origin: 'https://example.com/' }, 'csrf.origin'],
  ['a second wildcard', { trusted_origins: ['https://*.*.example.com'] }, 'csrf.trusted_origins[0]'],
  ['a dot at the end', { trusted_origins: ['https://*.example.com.'] }, 'csrf.trusted_origins[0]'],
  ['an unknown key', { trusted: [] }, 'csrf.trusted: expected no such key'],
  ['a cookie that is none', { token: true, cookie: 'a b' }, 'csrf.cookie: expected the name of a cookie'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => csrf(options as CsrfOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
