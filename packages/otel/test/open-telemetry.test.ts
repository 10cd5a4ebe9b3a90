import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { beforeAll, expect, test } from 'vitest';
import { inBothVariants } from '../../runtime/test/cases/kit.ts';
import { ask, serve } from '../../runtime/test/support/serve.ts';
import { exported, startContexts } from './exported.ts';
import { appOf } from './traced-app.ts';

beforeAll(startContexts);

inBothVariants((kit) => {
  test('a request is a span of the kind SERVER, named by method and route, with the attributes of the conventions', async () => {
    const { spans } = exported();
    const server = await serve(appOf(kit));

    await ask(server, { path: '/post/3?page=2', headers: { 'User-Agent': 'test/1' } });
    const [span] = spans();
    expect(spans()).toHaveLength(1);
    expect([span?.name, span?.kind, span?.instrumentationScope.name]).toEqual([
      'GET /post/{id}',
      SpanKind.SERVER,
      'fw-otel',
    ]);
    expect(span?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/post/{id}',
      'url.path': '/post/3',
      'url.query': 'page=2',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': server.port,
      'client.address': '127.0.0.1',
      'network.peer.address': '127.0.0.1',
      'network.peer.port': expect.any(Number),
      'network.protocol.version': '1.1',
      'user_agent.original': 'test/1',
    });
    expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
  });

  test('a path without a route has a span named by its method, without http.route', async () => {
    const { spans } = exported();

    await ask(await serve(appOf(kit)), { path: '/secret/path' });
    expect(spans().map(({ name, attributes }) => [name, 'http.route' in attributes])).toEqual([
      ['GET', false],
    ]);
  });

  test('an unknown method is exported according to the conventions', async () => {
    const { spans } = exported();

    await ask(await serve(appOf(kit)), { method: 'PROPFIND', path: '/nowhere' });
    expect(spans()[0]?.name).toBe('HTTP');
    expect(spans()[0]?.attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PROPFIND',
    });
  });

  test('values of secrets in a query are masked', async () => {
    const { spans } = exported();
    const query =
      'q=hat&api_key=k1&access_token=t2&Signature=s3&sig=s4&X-Goog-Signature=s5&pass%77ord=p6&flag&to=http://ada:p7@x/';

    await ask(await serve(appOf(kit)), { path: `/post/3?${query}` });
    expect(spans()[0]?.attributes['url.query']).toBe(
      'q=hat&api_key=REDACTED&access_token=REDACTED&Signature=REDACTED&sig=REDACTED&X-Goog-Signature=REDACTED' +
        '&pass%77ord=REDACTED&flag&to=http://***@x/',
    );
  });

  test('a 500 has the status ERROR, error.type, and the exception without secrets', async () => {
    const { spans } = exported();
    const app = appOf(kit);
    app.get('/leaks', kit.throws(new TypeError('cannot open postgres://ada:lovelace@db/blog')));

    const server = await serve(app);
    for (const path of ['/fails', '/leaks', '/unavailable']) await ask(server, { path });
    expect(spans().map(({ status, attributes }) => [status, attributes['error.type']])).toEqual([
      [{ code: SpanStatusCode.ERROR }, 'RangeError'],
      [{ code: SpanStatusCode.ERROR }, 'TypeError'],
      [{ code: SpanStatusCode.ERROR }, '503'],
    ]);
    const exceptions = spans().map(({ events }) => events.map((event) => event.attributes));
    expect(exceptions).toMatchObject([
      [{ 'exception.type': 'RangeError', 'exception.message': 'no' }],
      [{ 'exception.type': 'TypeError', 'exception.message': 'cannot open postgres://***@db/blog' }],
      [],
    ]);
    expect(JSON.stringify(exceptions)).not.toContain('lovelace');
  });

  test.each(['/missing', '/nowhere'])('a 404 is not an error of the server: %s', async (path) => {
    const { spans } = exported();

    await ask(await serve(appOf(kit)), { path });
    const [span] = spans();
    expect(span?.attributes['http.response.status_code']).toBe(404);
    expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
    expect([span?.events, span?.attributes['error.type']]).toEqual([[], undefined]);
  });

  test('the metrics are those of the conventions', async () => {
    const { metric } = exported();
    const server = await serve(appOf(kit));

    for (const path of ['/post/1', '/post/2', '/fails', '/nowhere']) await ask(server, { path });
    const { unit, points } = await metric('http.server.request.duration');
    expect(unit).toBe('s');
    const common = {
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
    };
    expect(points.map(({ attributes }) => attributes)).toEqual([
      { ...common, 'http.response.status_code': 200, 'http.route': '/post/{id}' },
      { ...common, 'http.response.status_code': 500, 'http.route': '/fails', 'error.type': 'RangeError' },
      { ...common, 'http.response.status_code': 404 },
    ]);
    expect(points[0]?.value).toMatchObject({
      count: 2,
      buckets: { boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
    });
    const active = await metric('http.server.active_requests');
    expect(active).toEqual({
      unit: '{request}',
      points: [
        expect.objectContaining({
          attributes: { 'http.request.method': 'GET', 'url.scheme': 'http' },
          value: 0,
        }),
      ],
    });
  });

  test('the span has the client that a trusted proxy sent', async () => {
    const { spans } = exported();
    const app = kit.app({ tracing: true });
    app.pipe(
      kit.pass((request) =>
        request.withClient({ ip: '203.0.113.7', protocol: 'https', host: 'shop.example' }),
      ),
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/', kit.answer('home'));

    await ask(await serve(app));
    expect(spans()[0]?.attributes).toMatchObject({
      'client.address': '203.0.113.7',
      'network.peer.address': '127.0.0.1',
      'server.address': 'shop.example',
      'server.port': 443,
      'url.scheme': 'https',
    });
  });

  test('the client is on the outermost span, even if only an inner application has routes', async () => {
    const { spans } = exported();
    const inner = appOf(kit);
    const app = kit.app({ tracing: true });
    app.pipe(kit.handler((request) => inner.handle(request.withClient({ ip: '203.0.113.7' }))));

    await ask(await serve(app), { path: '/post/3' });
    const [within, outermost] = spans();
    expect([within, outermost].map((span) => span?.kind)).toEqual([SpanKind.INTERNAL, SpanKind.SERVER]);
    expect(outermost?.attributes).toMatchObject({
      'client.address': '203.0.113.7',
      'network.peer.address': '127.0.0.1',
    });
  });
});
