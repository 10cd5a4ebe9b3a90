import { context, SpanKind, trace } from '@opentelemetry/api';
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace-base';
import { beforeAll, expect, test } from 'vitest';
import { ServiceManager } from '../../runtime/src/kernel/container/service-manager.ts';
import { TextResponse } from '../../runtime/src/index.ts';
import { inBothVariants } from '../../runtime/test/cases/kit.ts';
import { ask, serve } from '../../runtime/test/support/serve.ts';
import { exported, parentOf, startContexts } from './exported.ts';
import { appOf } from './traced-app.ts';

beforeAll(startContexts);

const REMOTE = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${REMOTE.traceId}-${REMOTE.spanId}-01`;

inBothVariants((kit) => {
  test('a traceparent is accepted: the span is a child of the named span', async () => {
    const { spans } = exported();

    await ask(await serve(appOf(kit)), { path: '/post/3', headers: { traceparent } });
    const [span] = spans();
    expect(span?.spanContext().traceId).toBe(REMOTE.traceId);
    expect(span?.parentSpanContext).toMatchObject({ ...REMOTE, isRemote: true });
  });

  test.each(['nonsense', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
    'an invalid traceparent starts a new trace: %s',
    async (wrong) => {
      const { spans } = exported();

      await ask(await serve(appOf(kit)), { path: '/post/3', headers: { traceparent: wrong } });
      expect(spans()[0]?.spanContext().traceId).not.toMatch(/^0+$/);
      expect(spans()).toHaveLength(1);
    },
  );

  test('in a handler, and after it has awaited, the active span is the one of the request', async () => {
    const { spans } = exported();

    const { body } = await ask(await serve(appOf(kit)), { path: '/working' });
    expect(body).toBe(spans()[0]?.spanContext().spanId);
  });

  test('concurrent requests have separate contexts', async () => {
    const { spans } = exported();
    const server = await serve(appOf(kit));

    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask(server, { path: '/working' })).body),
    );
    expect(bodies.toSorted()).toEqual(
      spans()
        .map((span) => span.spanContext().spanId)
        .toSorted(),
    );
    expect(new Set(bodies).size).toBe(20);
  });

  test('middleware gets nested spans of the kind INTERNAL if configured', async () => {
    const { spans } = exported({ layers: true });
    const app = kit.app({ tracing: true });
    app.pipe(kit.around((response) => response));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/post/{id}', kit.answer('post'), 'post');

    await ask(await serve(app), { path: '/post/3' });
    const byId = new Map(spans().map((span) => [span.spanContext().spanId, span]));
    const tree = spans().map((span) => [span.name, byId.get(parentOf(span) ?? '')?.name]);
    expect(tree.map(([name]) => name?.split(' ')[0])).toEqual([
      'middleware',
      'dispatch',
      'routing',
      'middleware',
      'GET',
    ]);
    const [handler, dispatch, routing, outer, request] = tree;
    expect([handler?.[1], dispatch?.[1], routing?.[1], outer?.[1], request?.[1]]).toEqual([
      'dispatch',
      'routing',
      outer?.[0],
      'GET /post/{id}',
      undefined,
    ]);
    expect(spans()[0]?.attributes).toMatchObject({ 'fw.layer.kind': 'middleware', 'fw.layer.route': 'post' });
    expect(spans().filter(({ kind }) => kind === SpanKind.INTERNAL)).toHaveLength(4);
  });

  test('an error is recorded by the innermost middleware that throws it, and by the request', async () => {
    const { spans } = exported({ layers: true });

    await ask(await serve(appOf(kit)), { path: '/fails' });
    const recorded = spans().filter(({ events }) => events.length > 0);
    expect(recorded.map(({ kind }) => kind)).toEqual([SpanKind.INTERNAL, SpanKind.SERVER]);
    expect(recorded[0]).toBe(spans()[0]);
  });

  test('a service created during a request is an inner span, and its dependency a span inside that span', async () => {
    const { spans } = exported();
    const container = new ServiceManager({
      services: { config: { tracing: true } },
      factories: {
        Page: (services) => {
          services.get('Db');
          return kit.answer('page');
        },
        Db: () => ({}),
      },
    });
    const app = kit.create(container);
    app.pipe(kit.service('Page'));

    const server = await serve(app);
    for (let count = 0; count < 2; count++) await ask(server);
    const [db, page, first] = spans();
    expect(spans().map(({ name }) => name)).toEqual(['service Db', 'service Page', 'GET', 'GET']);
    expect([db, page].map((span) => span && parentOf(span))).toEqual(
      [page, first].map((span) => span?.spanContext().spanId),
    );
    expect(db?.attributes).toEqual({ 'fw.service.id': 'Db', 'fw.service.asked_by': 'Page' });
  });

  test('a request in progress is one of the active requests', async () => {
    const { metric } = exported();
    const app = appOf(kit);
    let active: unknown;
    app.get(
      '/now',
      kit.handler(async () => {
        [active] = (await metric('http.server.active_requests')).points.map(({ value }) => value);
        return new TextResponse('now');
      }),
    );

    expect((await ask(await serve(app), { path: '/now' })).body).toBe('now');
    expect(active).toBe(1);
  });

  test('a request that is not sampled has no span, but metrics and a context', async () => {
    const { spans, metric } = exported({}, new AlwaysOffSampler());

    const { body } = await ask(await serve(appOf(kit)), { path: '/working', headers: { traceparent } });
    expect(spans()).toEqual([]);
    expect(body).toMatch(/^[\da-f]{16}$/);
    expect((await metric('http.server.request.duration')).points).toHaveLength(1);
  });

  test('an ignored request has neither a span nor metrics, nor inner spans', async () => {
    const { spans, metric } = exported({ layers: true, ignore: ({ path }) => path === '/post/3' });
    const server = await serve(appOf(kit));

    await ask(server, { path: '/post/3' });
    expect(spans()).toEqual([]);
    await ask(server, { path: '/post/4' });
    expect(spans().at(-1)?.name).toBe('GET /post/{id}');
    expect((await metric('http.server.request.duration')).points[0]?.value).toMatchObject({ count: 1 });
  });

  test("within an active span, a request is a span of the kind INTERNAL, and is counted by the outer span's instrumentation", async () => {
    const { spans, metric } = exported();
    const span = trace.wrapSpanContext({ ...REMOTE, traceFlags: 1 });

    await context.with(trace.setSpan(context.active(), span), () => appOf(kit).request('/post/3'));
    expect(spans().map(({ kind, parentSpanContext }) => [kind, parentSpanContext?.spanId])).toEqual([
      [SpanKind.INTERNAL, REMOTE.spanId],
    ]);
    expect((await metric('http.server.request.duration')).points).toEqual([]);
  });

  test('the returned function ends it', async () => {
    const { spans, end } = exported({ layers: true });
    const server = await serve(appOf(kit));

    await ask(server, { path: '/post/3' });
    const before = spans().length;
    end();
    await ask(server, { path: '/post/3' });
    expect([before, spans().length]).toEqual([4, 4]);
  });
});
