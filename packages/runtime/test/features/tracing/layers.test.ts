import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import { HttpError, type LayerMessage, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { events, watch } from './published.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  const app = (options = {}) => kit.app({ tracing: true, ...options });
  const named = <Middleware>(name: string, middleware: Middleware): Middleware =>
    Object.defineProperty(middleware as object, 'name', { value: name }) as Middleware;

  test('a middleware is published from its start to its end, with the events inside it between (P10)', async () => {
    const told = events('layer');
    const site = app();
    site.pipe(named('outer', kit.pass()));
    site.pipe(named('inner', kit.answer('done')));

    expect(await (await site.request('/')).text()).toBe('done');
    expect(told).toEqual(['outer start', 'inner start', 'inner end', 'outer end']);
  });

  test('the end of an asynchronous middleware comes when it returns its promise, and asyncStart and asyncEnd when that settles', async () => {
    const told = events('layer');
    const site = app();
    site.pipe(
      named(
        'outer',
        kit.around((response) => response),
      ) as never,
    );
    site.pipe(
      named(
        'inner',
        kit.handler(async () => new TextResponse('done')),
      ) as never,
    );

    await site.request('/');
    expect(told).toEqual([
      'outer start',
      'inner start',
      'inner end',
      'outer end',
      'inner asyncStart',
      'inner asyncEnd',
      'outer asyncStart',
      'outer asyncEnd',
    ]);
  });

  test('the error that a middleware throws is published before its end', async () => {
    const told: string[] = [];
    watch('layer', (event, { error, done }) => told.push(`${event} ${String(error)} ${done}`));
    const site = app();
    site.pipe(kit.throws(new RangeError('no')));

    expect((await site.request('/')).status).toBe(500);
    expect(told).toEqual(['start undefined false', 'error RangeError: no true', 'end RangeError: no true']);
  });

  test('the error that a middleware rejects with is published before asyncStart', async () => {
    const told: string[] = [];
    watch('layer', (event, { error }) => told.push(`${event} ${String(error)}`));
    const handler = kit.handler(async () => {
      throw new RangeError('no');
    });
    const site = app();
    site.pipe(handler);

    expect((await site.request('/')).status).toBe(500);
    const failed = 'RangeError: no';
    expect(told).toEqual([
      'start undefined',
      'end undefined',
      `error ${failed}`,
      `asyncStart ${failed}`,
      `asyncEnd ${failed}`,
    ]);
  });

  test('a message has the middleware, its request and its result', async () => {
    const ended: LayerMessage[] = [];
    watch('layer', (event, message) => void (event === 'end' && ended.push(message)));
    const child = kit.routed();
    child.get('/x', kit.answer('x'));
    const site = app();
    site.pipe('/below', kit.child(child));
    site.pipeRoutingMiddleware().pipeDispatchMiddleware();
    site.get('/post/{id}', named('show', kit.answer('post')) as never, 'post');

    await site.request('/post/3');
    expect(ended.map(({ name, kind, route }) => [name, kind, route?.name])).toEqual([
      ['show', 'middleware', 'post'],
      ['dispatch', 'dispatch', undefined],
      ['routing', 'routing', undefined],
    ]);
    const [show] = ended;
    expect(show?.request.params).toEqual({ id: '3' });
    expect(show?.result).toBeInstanceOf(TextResponse);

    await site.request('/below/x');
    expect(ended.at(-1)?.kind).toBe('application');
    expect(ended.at(-1)?.request.path).toBe('/x');
  });

  test('a service and a class used as middleware are published by their names, although they are created later', async () => {
    const told = events('layer');
    const Answering = kit.middlewareClass('class');
    const site = app({ services: { Guard: kit.pass() } });
    site.pipe(kit.service('Guard'));
    site.pipe(Answering);

    for (let count = 0; count < 2; count++) expect(await (await site.request('/')).text()).toBe('class');
    const each = ['Guard start', 'Answering start', 'Answering end', 'Guard end'];
    expect(told).toEqual([...each, ...each]);
  });

  test('nothing is published by an application without tracing (P10)', async () => {
    const told = events('layer', 'request');
    const site = kit.app();
    site.pipe(kit.answer('quiet'));

    expect(await (await site.request('/')).text()).toBe('quiet');
    expect(told).toEqual([]);
  });

  test('a subscriber gets the events between subscribing and unsubscribing, also while requests run', async () => {
    const site = app();
    site.pipe(named('only', kit.answer('yes')));
    const told: string[] = [];

    await site.request('/');
    const end = watch('layer', (event) => told.push(event));
    await site.request('/');
    end();
    await site.request('/');
    expect(told).toEqual(['start', 'end']);
  });

  test('a subscriber of one event gets only that event', async () => {
    const told: unknown[] = [];
    const failing = channel('tracing:fw-runtime:layer:error');
    const onError = (message: unknown): void => void told.push((message as LayerMessage).error);
    failing.subscribe(onError);
    onTestFinished(() => void failing.unsubscribe(onError));

    const site = app();
    site.pipe(kit.throws(new HttpError(404)));
    await site.request('/');
    expect(told).toEqual([new HttpError(404)]);
  });

  test('a subscriber may run the middleware within its own context', async () => {
    const context = new AsyncLocalStorage<string>();
    watch('layer', (event, message) => {
      if (event === 'start') message.run = (work) => context.run(`in ${message.name}`, work);
    });
    const site = app();
    site.pipe(
      named(
        'outer',
        kit.around((response) => response),
      ) as never,
    );
    site.pipe(
      named(
        'inner',
        kit.handler(async () => new TextResponse(String(context.getStore()))),
      ) as never,
    );

    expect(await (await site.request('/')).text()).toBe('in inner');
  });

  test('a store that is bound to the channel is set while the middleware runs', async () => {
    const store = new AsyncLocalStorage<string>();
    const { start } = tracingChannel<unknown, LayerMessage>('fw-runtime:layer');
    start.bindStore(store as never, (message: LayerMessage) => message.name);
    onTestFinished(() => void start.unbindStore(store));
    const site = app();
    site.pipe(
      named(
        'bound',
        kit.handler(() => new TextResponse(String(store.getStore()))),
      ) as never,
    );

    expect(await (await site.request('/')).text()).toBe('bound');
  });

  test('with debug too, both describe the same run', async () => {
    const told = events('layer');
    const warnings: unknown[] = [];
    const logger = { info() {}, error() {}, warn: (message: unknown) => void warnings.push(message) };
    const site = app({ debug: true, logger });
    site.pipe(kit.twice());
    site.pipe(named('inner', kit.answer('done')));

    await site.request('/');
    expect(told.filter((event) => event.endsWith(' start'))).toEqual([
      'twice start',
      'inner start',
      'inner start',
    ]);
    expect(warnings).toEqual([expect.stringContaining('The middleware twice called next or delegate twice')]);
  });
});

test('in variant A error middleware is published with its error, after the middleware that failed', async () => {
  const told: unknown[] = [];
  watch('layer', (event, { name, givenError, error }) => void told.push([name, event, givenError, error]));
  const failure = new Error('no');
  const site = new a.Application({ tracing: true, log: () => {} });
  site.pipe(function failing() {
    throw failure;
  });
  // oxlint-disable-next-line max-params
  site.pipe(function mending(_error: unknown, _request: unknown, _response: unknown, _next: unknown) {
    return new TextResponse('mended');
  });

  expect(await (await site.request('/')).text()).toBe('mended');
  expect(told).toEqual([
    ['failing', 'start', undefined, undefined],
    ['failing', 'error', undefined, failure],
    ['failing', 'end', undefined, failure],
    ['mending', 'start', failure, undefined],
    ['mending', 'end', failure, undefined],
  ]);
});
