import { assert, asyncProperty, constantFrom, pre, string } from 'fast-check';
import { expect, test } from 'vitest';
import { HttpError, type HttpResponse, TextResponse } from 'fw-runtime';
import { requestLogOf } from '../../src/recorder/request-log.ts';
import type { Kit } from '../../../runtime/test/cases/case.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { type Asking, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask } from '../support/developer.ts';
import { serveRecorded } from './serve-captured.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const SECRET = 'x7Qmarker9Zk2';

/** Where a request may contain a secret, and what must still be visible there. */
const places: readonly (readonly [string, (secret: string) => Asking, RegExp])[] = [
  [
    'Authorization',
    (secret) => ({ headers: { Authorization: `Bearer ${secret}` } }),
    /"authorization","\*{3}"/i,
  ],
  [
    'another scheme',
    (secret) => ({ headers: { Authorization: `Digest ${secret}` } }),
    /"authorization","\*{3}"/i,
  ],
  ['Proxy-Authorization', (secret) => ({ headers: { 'Proxy-Authorization': secret } }), /"\*{3}"/],
  [
    'basic credentials',
    (secret) => ({ headers: { Authorization: `Basic ${btoa(`ada:${secret}`)}` } }),
    /"\*{3}"/,
  ],
  ['a cookie', (secret) => ({ headers: { Cookie: `sid=${secret}; theme=dark` } }), /sid=\*{3}; theme=\*{3}/],
  ['X-Api-Key', (secret) => ({ headers: { 'X-Api-Key': secret } }), /"x-api-key","\*{3}"/i],
  [
    'a query',
    (secret) => ({ path: `/?page=2&access_token=${encodeURIComponent(secret)}` }),
    /page=2&access_token=\*{3}/,
  ],
  ['a parameter', (secret) => ({ path: `/reset/${encodeURIComponent(secret)}` }), /\/reset\/\*{3}"/],
  [
    'Referer',
    (secret) => ({ headers: { Referer: `http://localhost/?token=${encodeURIComponent(secret)}` } }),
    /token=\*{3}/,
  ],
  [
    'JSON',
    (secret) => json({ user: 'ada', password: secret, card: [{ apiKey: secret }] }),
    /ada.*password.*\*{3}/,
  ],
  ['JSON within', (secret) => json({ credentials: { name: secret, list: [secret] } }), /credentials.*\*{3}/],
  [
    'what is no JSON',
    (secret) => body('application/json', `{ "password": ${JSON.stringify(secret)}, x }`),
    /"size":/,
  ],
  [
    'a form',
    (secret) =>
      body('application/x-www-form-urlencoded', `user=ada&${new URLSearchParams({ password: secret })}`),
    /user=ada&password=\*{3}/,
  ],
];

inBothVariants((kit) => {
  test.each(places)(
    'the value of a secret in %s is not in the records (P9)',
    async (_place, asking, seen) => {
      const { recorder } = await told(kit, asking(SECRET));
      const text = recorder.text(recorder.list()[0]?.id ?? '') ?? '';

      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(btoa(`ada:${SECRET}`));
      expect(text).toMatch(seen);
      expect(JSON.stringify(recorder.list())).not.toContain(SECRET);
    },
  );

  test('no secret is shown anywhere (P9)', async () => {
    const app = application(kit);
    const server = await serve(app);
    const recorder = requestLogOf(app);
    const secrets = string({
      minLength: 8,
      maxLength: 24,
      unit: constantFrom(...'aZ09-_.~+/=!*() "\\%&;ä€'),
    });
    const marked = secrets.map((secret) => `q${secret.trim()}W7`);
    await assert(
      asyncProperty(marked, constantFrom(...places), async (secret, [place, asking]) => {
        pre(/^[\w.~+/=-]+$/.test(secret) || !/uthor|scheme|basic|Api|cookie/.test(place));
        await ask(server, asking(secret));
        const text = recorder.text(recorder.list()[0]?.id ?? '') ?? '';
        const strings = stringsIn(JSON.parse(text));
        for (const form of [secret, encodeURIComponent(secret)]) {
          expect(strings.filter((one) => one.includes(form))).toEqual([]);
        }
      }),
      { numRuns: 80 },
    );
  });

  test('a secret in the HTML of a response is masked in its escaped form (P9)', async () => {
    const { recorder } = await told(kit, {
      ...body('application/x-www-form-urlencoded', `${new URLSearchParams({ password: `a<b&"${SECRET}` })}`),
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const record = recorder.get(recorder.list()[0]?.id ?? '');

    expect(record?.response?.text).toContain('It fails with password=***');
    expect(JSON.stringify(record)).not.toContain(SECRET);
  });

  test('security 20: codes, keys, signatures and tickets in URLs and headers are masked (P9)', async () => {
    const app = kit.app({ debug: true });
    const location = 'https://idp.example/cb?code=RESPONSE-CODE&sig=SIGNED&page=2';
    app.pipe(kit.handler(() => new TextResponse('', 302, { Location: location })));
    const { record } = await serveRecorded(app, {
      path: '/cb?code=OAUTH-CODE&key=AIza-KEY&sig=SAS&X-Amz-Credential=c&hmac=H&ticket=CAS-TICKET&state=open',
      headers: { 'X-Hub-HMAC': 'H', 'X-Key': 'K', Referer: 'http://localhost/?ticket=CAS-TICKET' },
    });

    expect(record.url).toBe(
      '/cb?code=***&key=***&sig=***&X-Amz-Credential=***&hmac=***&ticket=***&state=open',
    );
    const headers = new Map([...record.request.headers, ...(record.response?.headers ?? [])]);
    expect(headers.get('location') ?? headers.get('Location')).toBe(
      'https://idp.example/cb?code=***&sig=***&page=2',
    );
    expect(['x-hub-hmac', 'x-key', 'referer'].map((name) => headers.get(name))).toEqual([
      '***',
      '***',
      'http://localhost/?ticket=***',
    ]);
    expect(JSON.stringify(record)).not.toMatch(/OAUTH-CODE|AIza-KEY|SAS|CAS-TICKET|RESPONSE-CODE|SIGNED/);
  });

  test('cookies of a response are masked, except for their names and attributes (P9)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.around((response) => response.withHeader('X-Csrf-Token', SECRET)));
    app.pipe(
      kit.handler(() =>
        new TextResponse('').withCookie('sid', SECRET).withHeader('Location', `/?token=${SECRET}`),
      ),
    );
    const server = await serve(app);
    await ask(server);
    const text = requestLogOf(app).text(requestLogOf(app).list()[0]?.id ?? '') ?? '';

    expect(text).not.toContain(SECRET);
    expect(text).toContain('sid=***; Path=/; HttpOnly; SameSite=Lax');
    expect(text).toContain('"X-Csrf-Token","***"');
    expect(text).toContain('/?token=***');
  });
});

/** Shows its request in as many places as possible. */
function application<M>(kit: Kit<M>) {
  const app = kit.app({ debug: true, log: () => {} });
  app.pipe(
    kit.pass((request) =>
      request
        .withAttribute('token', request.header('authorization'))
        .withAttribute('seen', [...request.cookies.values()].join(' '))
        .withAttribute('asked', request.url.href)
        .withHeader('X-Copied', request.header('x-api-key') ?? 'none'),
    ),
  );
  app.pipeRoutingMiddleware();
  app.pipeDispatchMiddleware();
  app.get(
    '/reset/{token}',
    kit.handler((request) => fail(request.params.token)),
  );
  app.any(
    '/',
    kit.handler(async (request) => {
      const { url, cookies } = request;
      const text = request.method === 'POST' ? await sent(request) : '';
      return fail([text, request.header('authorization'), url.search, ...cookies.values()].join(' | '));
    }),
  );
  return app;
}

async function sent(request: Parameters<Parameters<Kit<never>['handler']>[0]>[0]): Promise<string> {
  if (request.header('content-type') !== 'application/json') return request.text();
  const { password, credentials } = await request.json<Record<string, never>>();
  return `${password} ${JSON.stringify(credentials)}`;
}

function fail(told: string | undefined): HttpResponse {
  throw new HttpError(422, `It fails with ${told}.`, { cause: new TypeError(`because of ${told}`) });
}

async function told<M>(kit: Kit<M>, asking: Asking) {
  const app = application(kit);
  const server = await serve(app);
  await ask(server, asking);
  return { recorder: requestLogOf(app) };
}

function json(value: unknown): Asking {
  return body('application/json', JSON.stringify(value));
}

function body(type: string, text: string): Asking {
  return { method: 'POST', headers: { 'Content-Type': type }, body: text };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
