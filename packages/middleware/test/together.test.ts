import { HttpError, type Logger, type ServerRequest, TextResponse } from 'fw-runtime';
import { accessLogProvider } from 'fw-middleware/access-log';
import { bodyLimitProvider } from 'fw-middleware/body-limit';
import { corsProvider } from 'fw-middleware/cors';
import { healthProvider } from 'fw-middleware/health';
import { rateLimitProvider } from 'fw-middleware/rate-limit';
import { requestIdProvider } from 'fw-middleware/request-id';
import { getSession, sessionProvider } from 'fw-middleware/session';
import { trustedProxyProvider } from 'fw-middleware/trusted-proxy';
import { ErrorHandler } from 'fw-runtime/b';
import { expect, test, vi } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

// Registered in another order: their priorities sort them.
const providers = [
  sessionProvider,
  bodyLimitProvider,
  rateLimitProvider,
  corsProvider,
  accessLogProvider,
  requestIdProvider,
  trustedProxyProvider,
  healthProvider,
];

inBothVariants((kit) => {
  function createApp(): { app: App; lines: () => unknown[] } {
    const info = vi.fn<Logger['info']>();
    const routes = [
      {
        path: '/',
        middleware: async (request: ServerRequest) => {
          (await getSession(request)).set('text', await request.text());
          return new TextResponse('kept');
        },
      },
      {
        path: '/refused',
        middleware: () => {
          throw new HttpError(403, 'Not for you.');
        },
      },
    ];
    const app = kit.configured(providers, {
      trusted_proxy: { proxies: 'loopback' },
      request_id: { generate: () => 'r-17' },
      session: { secret: 'a secret that is hard to guess indeed' },
      rate_limit: { limit: 3 },
      body_limit: { limit: 10 },
      routes,
      ...(kit.variant === 'b' && {
        middleware_pipeline: { errors: { middleware: new ErrorHandler(), priority: 10_000 } },
      }),
      dependencies: { services: { Logger: { info, warn: info, error: info } } },
    });
    return { app, lines: () => info.mock.calls.map(([line]) => line) };
  }

  test('behind a proxy each middleware sees the client, and every response has the headers of all', async () => {
    const { app, lines } = createApp();
    const url = await serve(app);
    const headers = {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Proto': 'https',
      Origin: 'https://a.test',
    };
    const send = async (path: string, body: string, more = {}): Promise<Response> => {
      const response = await fetch(url + path, { method: 'POST', body, headers: { ...headers, ...more } });
      await response.body?.cancel();
      return response;
    };
    const kept = await send('/', 'short');
    const others = [await send('/', 'far too long'), await send('/refused', ''), await send('/', 'short')];
    const elsewhere = await send('/', 'short', { 'X-Forwarded-For': '203.0.113.8' });

    expect(kept.headers.get('set-cookie')).toMatch(/; Secure/);
    expect(others.map(({ status }) => status)).toEqual([413, 403, 429]);
    expect(elsewhere.status).toBe(200);
    for (const { headers: responseHeaders } of [kept, ...others]) {
      expect(responseHeaders.get('x-request-id')).toBe('r-17');
      expect(responseHeaders.get('access-control-allow-origin')).toBe('*');
    }
    expect(lines()).toMatchObject(
      [200, 413, 403, 429]
        .map((status) => ({ status, ip: '203.0.113.7', requestId: 'r-17' }))
        .concat({
          status: 200,
          ip: '203.0.113.8',
          requestId: 'r-17',
        }),
    );
  });

  test('liveness requests are neither counted nor logged', async () => {
    const { app, lines } = createApp();
    for (let count = 0; count < 5; count++) {
      const response = await app.request('/healthz');
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }

    expect(lines()).toEqual([]);
  });
});
