import { html, HtmlResponse, TextResponse } from 'fw-runtime';
import { csrf, type CsrfOptions, csrfToken } from 'fw-middleware/csrf';
import { describe, expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const APP = 'https://example.com';
const FORM = 'application/x-www-form-urlencoded';

inBothVariants((kit) => {
  function appWith(options?: CsrfOptions): ReturnType<typeof kit.app> {
    const app = kit.app([csrf(options)]);
    app.post('/', async (request) => new TextResponse(`done ${await request.text()}`));
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

  describe('with tokens', () => {
    const app = appWith({ token: true });

    /** Requests a form, and returns its token and the cookie. */
    async function visit(): Promise<{ token: string; cookie: string; setCookie: string }> {
      const response = await app.request(`${APP}/form`);
      const [, token = ''] = /value="(.+?)"/.exec(await response.text()) ?? [];
      const setCookie = response.headers.get('set-cookie') ?? '';
      return { token, cookie: setCookie.split(';')[0] ?? '', setCookie };
    }

    const send = (headers: Record<string, string>, body = '', path = '/'): Promise<Response> =>
      app.request(APP + path, { method: 'POST', headers, body });

    test('a form submits its token, and the handler reads the form', async () => {
      const { token, cookie, setCookie } = await visit();
      const body = new URLSearchParams({ text: 'Hi', _csrf: token }).toString();
      const response = await send({ Cookie: cookie, 'Content-Type': FORM }, body);

      expect(setCookie).toMatch(/^__Host-csrf=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect([response.status, await response.text()]).toEqual([200, `done ${body}`]);
    });

    test('an upload submits it as a field as well', async () => {
      const { token, cookie } = await visit();
      const form = new FormData();
      form.set('_csrf', token);
      form.set('file', new File(['content'], 'a.txt'));
      const response = await app.request(`${APP}/upload`, {
        method: 'POST',
        body: form,
        headers: { Cookie: cookie },
      });

      expect([response.status, await response.text()]).toEqual([200, '_csrf,file']);
    });

    test('a script sends it in a header', async () => {
      const { token, cookie } = await visit();
      const json = { Cookie: cookie, 'Content-Type': 'application/json', 'X-CSRF-Token': token };

      expect((await send(json, '{}')).status).toBe(200);
    });

    test('each page has its own token, and all of them are valid', async () => {
      const [first, second] = await Promise.all([visit(), visit()]);
      const again = await app.request(`${APP}/form`, { headers: { Cookie: first.cookie } });
      const [, later = ''] = /value="(.+?)"/.exec(await again.text()) ?? [];

      expect(new Set([first.token, second.token, later]).size).toBe(3);
      expect(again.headers.get('set-cookie')).toBeNull();
      expect(again.headers.get('vary')).toBe('Cookie');
      expect((await send({ Cookie: first.cookie, 'X-CSRF-Token': later })).status).toBe(200);
      expect((await send({ Cookie: first.cookie, 'X-CSRF-Token': second.token })).status).toBe(403);
    });

    test('a response without a token sets no cookie', async () => {
      const { headers } = await app.request(`${APP}/plain`);

      expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, null]);
    });

    test('all other requests are rejected', async () => {
      const { token, cookie } = await visit();
      const secret = cookie.split('=')[1] ?? '';
      const other = { Cookie: cookie, 'Content-Type': 'text/plain' };
      const rejected = await Promise.all([
        send({}),
        send({ Cookie: cookie }),
        send({ 'X-CSRF-Token': token }),
        send({ Cookie: cookie, 'X-CSRF-Token': '' }),
        send({ Cookie: cookie, 'X-CSRF-Token': secret }),
        send({ Cookie: cookie, 'X-CSRF-Token': `${token}, ${token}` }),
        send({ Cookie: cookie, 'X-CSRF-Token': `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}` }),
        send({ Cookie: '__Host-csrf=', 'X-CSRF-Token': '' }),
        send({ Cookie: '__Host-csrf=short', 'X-CSRF-Token': 'short' }),
        // Forms that would be sent as another type, and JSON sent as text/plain.
        send(other, `_csrf=${token}`),
        send({ ...other, 'Content-Type': 'application/json' }, JSON.stringify({ _csrf: token })),
        send(other, JSON.stringify({ _csrf: token })),
        send({ ...other, 'Content-Type': FORM }, 'text=Hi'),
        send({ ...other, 'Content-Type': FORM }, `_csrf=wrong&_csrf=${token}`),
        app.request(`${APP}/?_csrf=${token}`, { method: 'POST', headers: { Cookie: cookie } }),
      ]);

      expect(rejected.map(({ status }) => status)).toEqual(rejected.map(() => 403));
      expect(await rejected[0]?.text()).toContain('The CSRF token is missing or expired');
    });

    test('a valid token is useless to another site', async () => {
      const { token, cookie } = await visit();
      const headers = { Cookie: cookie, 'X-CSRF-Token': token, 'Sec-Fetch-Site': 'cross-site' };

      expect((await send(headers)).status).toBe(403);
    });

    test('a malformed form is a 400, and a form with too many fields a 413 (H7, S3)', async () => {
      const { token, cookie } = await visit();
      const multipart = { Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=b' };
      const form = `--b\r\nContent-Disposition: form-data; name=_csrf\r\n\r\n${token}\r\n--b--`;
      const responses = await Promise.all([
        send({ ...multipart, 'Content-Type': 'multipart/form-data' }, form),
        send(multipart, form.slice(0, -2)),
        send(multipart, form, '/upload'),
        send({ Cookie: cookie, 'Content-Type': FORM }, `_csrf=${token}${'&a=1'.repeat(1000)}`),
      ]);

      expect(responses.map(({ status }) => status)).toEqual([400, 400, 200, 413]);
    });

    test('a form above the limit is rejected because of its size', async () => {
      const { cookie } = await visit();
      const response = await send({ Cookie: cookie, 'Content-Type': FORM }, 'x'.repeat(1_048_577));

      expect(response.status).toBe(413);
    });

    test('a cookie of another name does not need HTTPS', async () => {
      const plain = appWith({ token: true, cookie: 'csrf' });
      const [http, https] = await Promise.all(
        ['http://localhost', APP].map((url) => plain.request(`${url}/form`)),
      );

      expect(http?.headers.get('set-cookie')).toMatch(/^csrf=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(https?.headers.get('set-cookie')).toContain('; Secure');
    });
  });

  test('without tokens, reading the token throws an error', async () => {
    expect((await appWith().request('/form')).status).toBe(500);
  });
});
