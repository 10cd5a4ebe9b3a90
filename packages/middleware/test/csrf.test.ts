import { type ConfigError, html, HtmlResponse, type ServerRequest, TextResponse } from 'fw-runtime';
import { csrf, type CsrfOptions, csrfProvider, csrfToken } from 'fw-middleware/csrf';
import { describe, expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const SITE = 'https://example.com';
const FORM = 'application/x-www-form-urlencoded';
const READS_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

inBothVariants((kit) => {
  function appWith(options?: CsrfOptions): ReturnType<typeof kit.app> {
    const app = kit.app([csrf(options)]);
    app.any(
      '/',
      async (request: ServerRequest) =>
        new TextResponse(READS_BODY.has(request.method) ? `done ${await request.text()}` : 'done'),
    );
    app.get('/form', (request) => {
      const field = html`<input name="_csrf" value="${csrfToken(request)}" />`;
      return new HtmlResponse(html`${field}${field}`.toString());
    });
    app.get('/plain', () => new TextResponse('plain'));
    app.post('/upload', async (request) => {
      const form = await request.formData();
      return new TextResponse([...form.keys()].join());
    });
    return app;
  }

  async function statusOf(
    headers: Record<string, string>,
    method = 'POST',
    options?: CsrfOptions,
  ): Promise<number> {
    return (await appWith(options).request(`${SITE}/`, { method, headers })).status;
  }

  describe('a request that may change something', () => {
    test.each<[string, Record<string, string>, number]>([
      ['of the site itself', { 'Sec-Fetch-Site': 'same-origin', Origin: SITE }, 200],
      ['of the user, such as a bookmark', { 'Sec-Fetch-Site': 'none' }, 200],
      ['of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, 403],
      ['of a subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://a.example.com' }, 403],
      [
        'of another site that gives itself out for this',
        { 'Sec-Fetch-Site': 'cross-site', Origin: SITE },
        403,
      ],
      ['of a site that is not known', { 'Sec-Fetch-Site': 'new-kind' }, 403],
      ['with two answers', { 'Sec-Fetch-Site': 'same-origin, cross-site' }, 403],
      ['of an old browser on the site itself', { Origin: SITE }, 200],
      ['of an old browser on another site', { Origin: 'https://evil.test' }, 403],
      ['of an old browser on another port', { Origin: `${SITE}:8443` }, 403],
      ['of an old browser by plain HTTP', { Origin: 'http://example.com' }, 403],
      ['of a sandboxed page', { Origin: 'null' }, 403],
      ['with a user in the origin', { Origin: 'https://example.com@evil.test' }, 403],
      ['with an origin that is none', { Origin: 'example.com' }, 403],
      ['of a very old browser on the site itself', { Referer: `${SITE}/form?a=b` }, 200],
      ['of a very old browser on another site', { Referer: `https://evil.test/?${SITE}/` }, 403],
      ['with a referrer that is none', { Referer: 'about:client' }, 403],
      ['of what is no browser', {}, 200],
    ])('%s', async (_, headers, status) => {
      expect(await statusOf(headers)).toBe(status);
    });

    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])(
      '%s of another site is refused',
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
    ])('of another site is refused whatever its type, here "%s"', async (type) => {
      const init = { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': type } };
      const request = new Request(SITE, init);
      if (type === '') request.headers.delete('content-type');
      request.headers.set('Sec-Fetch-Site', 'cross-site');
      const response = await appWith().fetch(request);

      expect([response.status, await response.text()]).toEqual([
        403,
        '403 Forbidden\nA page of another site has sent this request.\n',
      ]);
    });
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s of another site passes', async (method) => {
    expect(await statusOf({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, method)).toBe(200);
  });

  test.each([
    ['another method in a header', { 'X-HTTP-Method-Override': 'DELETE' }],
    ['the opening of a WebSocket', { Upgrade: 'websocket', Connection: 'Upgrade' }],
    ['the opening of a WebSocket among others', { Upgrade: 'h2c, WebSocket' }],
  ])('GET of another site is refused with %s', async (_, headers) => {
    const told = headers as Record<string, string>;
    expect(
      await statusOf({ ...told, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }, 'GET'),
    ).toBe(403);
    expect(await statusOf({ ...told, Origin: 'https://evil.test' }, 'GET')).toBe(403);
    expect(await statusOf({ ...told, Origin: SITE }, 'GET')).toBe(200);
  });

  test('a method in a header does not make POST harmless', async () => {
    expect(await statusOf({ 'X-HTTP-Method-Override': 'GET', 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  test('behind a proxy, the origin that the browser sees is told by an option, or by the host', async () => {
    const app = appWith();
    const from = (Origin: string): RequestInit & { method: string } => ({
      method: 'POST',
      headers: { Origin },
    });
    const options = { origin: [SITE] };

    // The proxy speaks HTTP to the site.
    expect((await app.request('http://example.com/', from(SITE))).status).toBe(200);
    expect((await appWith(options).request('http://10.0.0.7/', from(SITE))).status).toBe(200);
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

  describe('with tokens', () => {
    const app = appWith({ token: true });

    /** Asks for a form, and gives its token and the cookie. */
    async function visit(): Promise<{ token: string; cookie: string; setCookie: string }> {
      const response = await app.request(`${SITE}/form`);
      const [, token = ''] = /value="(.+?)"/.exec(await response.text()) ?? [];
      const setCookie = response.headers.get('set-cookie') ?? '';
      return { token, cookie: setCookie.split(';')[0] ?? '', setCookie };
    }

    const send = (headers: Record<string, string>, body = '', path = '/'): Promise<Response> =>
      app.request(SITE + path, { method: 'POST', headers, body });

    test('a form brings its token, and the handler reads the form', async () => {
      const { token, cookie, setCookie } = await visit();
      const body = new URLSearchParams({ text: 'Hi', _csrf: token }).toString();
      const response = await send({ Cookie: cookie, 'Content-Type': FORM }, body);

      expect(setCookie).toMatch(/^__Host-csrf=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect([response.status, await response.text()]).toEqual([200, `done ${body}`]);
    });

    test('an upload brings it as a field as well', async () => {
      const { token, cookie } = await visit();
      const form = new FormData();
      form.set('_csrf', token);
      form.set('file', new File(['content'], 'a.txt'));
      const response = await app.request(`${SITE}/upload`, {
        method: 'POST',
        body: form,
        headers: { Cookie: cookie },
      });

      expect([response.status, await response.text()]).toEqual([200, '_csrf,file']);
    });

    test('a script brings it in a header', async () => {
      const { token, cookie } = await visit();
      const json = { Cookie: cookie, 'Content-Type': 'application/json', 'X-CSRF-Token': token };

      expect((await send(json, '{}')).status).toBe(200);
    });

    test('each page has a token of its own, and all of them are right', async () => {
      const [first, second] = await Promise.all([visit(), visit()]);
      const again = await app.request(`${SITE}/form`, { headers: { Cookie: first.cookie } });
      const [, later = ''] = /value="(.+?)"/.exec(await again.text()) ?? [];

      expect(new Set([first.token, second.token, later]).size).toBe(3);
      expect(again.headers.get('set-cookie')).toBeNull();
      expect(again.headers.get('vary')).toBe('Cookie');
      expect((await send({ Cookie: first.cookie, 'X-CSRF-Token': later })).status).toBe(200);
      expect((await send({ Cookie: first.cookie, 'X-CSRF-Token': second.token })).status).toBe(403);
    });

    test('what asks for no token gets no cookie', async () => {
      const { headers } = await app.request(`${SITE}/plain`);

      expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, null]);
    });

    test('all else is refused', async () => {
      const { token, cookie } = await visit();
      const secret = cookie.split('=')[1] ?? '';
      const other = { Cookie: cookie, 'Content-Type': 'text/plain' };
      const refused = await Promise.all([
        send({}),
        send({ Cookie: cookie }),
        send({ 'X-CSRF-Token': token }),
        send({ Cookie: cookie, 'X-CSRF-Token': '' }),
        send({ Cookie: cookie, 'X-CSRF-Token': secret }),
        send({ Cookie: cookie, 'X-CSRF-Token': `${token}, ${token}` }),
        send({ Cookie: cookie, 'X-CSRF-Token': `${token.slice(0, -2)}AA` }),
        send({ Cookie: '__Host-csrf=', 'X-CSRF-Token': '' }),
        send({ Cookie: '__Host-csrf=short', 'X-CSRF-Token': 'short' }),
        // Forms that would be sent as something else, and JSON that pretends to be text.
        send(other, `_csrf=${token}`),
        send({ ...other, 'Content-Type': 'multipart/form-data' }, `_csrf=${token}`),
        send({ ...other, 'Content-Type': 'application/json' }, JSON.stringify({ _csrf: token })),
        send(other, JSON.stringify({ _csrf: token })),
        send({ ...other, 'Content-Type': FORM }, 'text=Hi'),
        send({ ...other, 'Content-Type': FORM }, `_csrf=wrong&_csrf=${token}`),
        app.request(`${SITE}/?_csrf=${token}`, { method: 'POST', headers: { Cookie: cookie } }),
      ]);

      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
      expect(await refused[0]?.text()).toContain('The token of this form is missing or out of date');
    });

    test('a right token does not help another site', async () => {
      const { token, cookie } = await visit();
      const headers = { Cookie: cookie, 'X-CSRF-Token': token, 'Sec-Fetch-Site': 'cross-site' };

      expect((await send(headers)).status).toBe(403);
    });

    test('a form that is larger than the limit is refused as such', async () => {
      const { cookie } = await visit();
      const response = await send({ Cookie: cookie, 'Content-Type': FORM }, 'x'.repeat(1_048_577));

      expect(response.status).toBe(413);
    });

    test('a cookie of another name needs no HTTPS', async () => {
      const plain = appWith({ token: true, cookie: 'csrf' });
      const [http, https] = await Promise.all(
        ['http://localhost', SITE].map((url) => plain.request(`${url}/form`)),
      );

      expect(http?.headers.get('set-cookie')).toMatch(/^csrf=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(https?.headers.get('set-cookie')).toContain('; Secure');
    });
  });

  test('without tokens, to ask for one is an error', async () => {
    expect((await appWith().request('/form')).status).toBe(500);
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
  ['an unknown key', { trusted: [] }, 'csrf.trusted: expected no such key'],
  ['a cookie that is none', { token: true, cookie: 'a b' }, 'csrf.cookie: expected the name of a cookie'],
])('%s is refused when it is made', (_, options, message) => {
  expect(() => csrf(options as CsrfOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
