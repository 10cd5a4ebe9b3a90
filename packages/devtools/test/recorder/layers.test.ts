import { expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import { attribute, HttpResponse, RedirectResponse, ServerRequest, TextResponse } from 'fw-runtime';
import { type RequestLog, requestLogOf } from '../../src/recorder/request-log.ts';
import type { LayerRecord } from '../../src/recorder/request-json.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { deferred } from '../../../runtime/test/support/deferred.ts';
import { type Answer, serve } from '../../../runtime/test/support/serve.ts';
import { askAsDeveloper as ask } from '../support/developer.ts';
import { recordFor, serveRecorded } from './serve-captured.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const User = attribute<object>('user');

inBothVariants((kit) => {
  test('a middleware record has its changes of the request', async () => {
    const app = kit.app({ debug: true });
    app.pipe(
      kit.pass((request) =>
        request
          .with(User, { name: 'Ada' })
          .withAttribute('count', 3)
          .withHeader('X-Seen', 'yes')
          .withMethod('PUT'),
      ),
    );
    app.pipe(
      kit.pass((request) => request.withoutAttribute('count').withAttribute('user', 'x').withPath('/b')),
    );
    app.pipe(kit.pass());
    app.pipe(kit.answer('here'));
    const { record } = await serveRecorded(app, { path: '/a' });

    expect(record.layers.map(({ request }) => request)).toEqual([
      {
        headers: [{ name: 'x-seen', after: 'yes' }],
        attributes: [
          { name: 'user', after: 'an object with the keys "name"' },
          { name: 'count', after: '3' },
        ],
        method: { before: 'GET', after: 'PUT' },
      },
      {
        attributes: [
          { name: 'count', before: '3' },
          { name: 'user', after: '"x"' },
        ],
        path: { before: '/a', after: '/b' },
      },
      undefined,
      undefined,
    ]);
    expect(record).toMatchObject({ method: 'GET', url: '/a', answeredBy: 3 });
  });

  test('an attribute of another installed copy of the package has its name', async () => {
    // Its class has the same members, but is another class.
    const Foreign = { ...User } as typeof User;
    const app = kit.app({ debug: true });
    app.pipe(kit.pass((request) => request.with(Foreign, { name: 'Ada' })));
    app.pipe(kit.answer('here'));
    const { record } = await serveRecorded(app, {});

    expect(record.layers[0]?.request?.attributes).toMatchObject([{ name: 'user' }]);
  });

  test('a middleware record has its changes of the response', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.around((response) => response.withHeader('X-Outer', '1').withHeader('x-inner', '2')));
    app.pipe(kit.around((response) => response.withStatus(203).withoutHeader('X-Gone')));
    app.pipe(kit.around((response) => response.withBody('other')));
    app.pipe(kit.pass());
    app.pipe(kit.handler(() => new TextResponse('here', 201, { 'X-Inner': '1', 'X-Gone': 'a' })));
    const { record, answer } = await serveRecorded(app, {});

    expect(answer).toMatchObject({ status: 203, body: 'other' });
    expect(record.layers.map(({ response }) => response)).toEqual([
      {
        headers: [
          { name: 'x-inner', before: '1', after: '2' },
          { name: 'X-Outer', after: '1' },
        ],
      },
      { headers: [{ name: 'X-Gone', before: 'a' }], status: { before: '201', after: '203' } },
      { body: true },
      undefined,
      {
        headers: expect.arrayContaining([{ name: 'X-Inner', after: '1' }]),
        status: { before: '200', after: '201' },
        body: true,
      },
    ]);
    expect(record).toMatchObject({ status: 203, answeredBy: 4, response: { size: 5 } });
  });

  test('an application in the pipeline contains its middleware, with its prefix, created with debug or not', async () => {
    for (const debug of [true, false]) {
      const blog = kit.routed({ debug });
      blog.get('/post/{id}', kit.list(kit.pass(), kit.answer('a post')), 'post');
      const app = kit.app({ debug: true });
      app.pipe(kit.pass());
      app.pipe('/blog', kit.child(blog));
      app.pipe(kit.answer('not here'));
      const { record } = await serveRecorded(app, { path: '/blog/post/7' });

      expect(record.layers.map(shape)).toEqual([
        '0 middleware',
        '0 application under /blog',
        '1 routing',
        '1 dispatch',
        '2 middleware',
        '2 middleware',
      ]);
      expect(record.layers.map(({ parent }) => parent)).toEqual([undefined, undefined, 1, 1, 3, 3]);
      expect(record).toMatchObject({ route: { name: 'post', path: '/blog/post/{id}' }, answeredBy: 5 });
      // The response of the handler is its own change, not a change of the outer middleware.
      expect(record.layers.slice(0, 5).map(({ response }) => response)).toEqual(Array(5).fill(undefined));
    }
  });

  test('middleware behind an application is recorded beside it', async () => {
    const blog = kit.routed();
    blog.get('/post', kit.answer('a post'));
    const app = kit.app({ debug: true });
    app.pipe(kit.child(blog));
    app.pipe(kit.answer('last'));
    const { record } = await serveRecorded(app, { path: '/other' });

    expect(record.layers.map(shape)).toEqual(['0 application', '1 routing', '1 dispatch', '0 middleware']);
    expect(record.answeredBy).toBe(3);
  });

  test('a request that middleware passes to another application is recorded there too', async () => {
    const inner = kit.app({ debug: true });
    inner.pipe(kit.answer('inner'));
    const app = kit.app({ debug: true });
    app.pipe(kit.handler((request) => inner.handle(request)));
    const { record } = await serveRecorded(app, {});

    expect(record.layers.map(shape)).toEqual(['0 application', '1 middleware']);
  });

  test('a request that middleware created and passed on is followed', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.pass(() => new ServerRequest('/anew', { headers: { 'X-Made': 'anew' } })));
    app.pipe(kit.handler(({ path }) => new TextResponse(path)));
    const { record, answer } = await serveRecorded(app, { path: '/old' });

    expect(answer.body).toBe('/anew');
    expect(record.layers).toHaveLength(2);
    expect(record.layers[0]?.request).toMatchObject({ path: { before: '/old', after: '/anew' } });
    expect(record.url).toBe('/old');
  });

  test('concurrent requests have separate records', async () => {
    const held = { one: deferred(), two: deferred() };
    const app = kit.app({ debug: true });
    app.pipe(kit.pass((request) => request.withAttribute('path', request.path)));
    app.pipe(
      kit.handler(async ({ path }) => {
        await (path === '/one' ? held.one : held.two).promise;
        return new HttpResponse(path);
      }),
    );
    const server = await serve(app);
    const recorder = requestLogOf(app);
    const bothBegun = Promise.all([begun(recorder, '/one'), begun(recorder, '/two')]);
    const asked = ['/one', '/two'].map((path) => ask(server, { path }));
    await bothBegun;
    expect(recorder.list()).toMatchObject([{ outcome: 'pending' }, { outcome: 'pending' }]);
    held.two.resolve();
    held.one.resolve();
    const answers = await Promise.all(asked);

    for (const [index, path] of ['/one', '/two'].entries()) {
      const record = recordFor(answers[index] as Answer, recorder);
      expect(record).toMatchObject({ url: path, outcome: 'answered', answeredBy: 1 });
      expect(record.layers).toHaveLength(2);
      expect(record.layers[0]?.request?.attributes).toEqual([{ name: 'path', after: `"${path}"` }]);
    }
  });

  test('200 middleware records are kept, with the number of further ones', async () => {
    const app = kit.app({ debug: true });
    for (let count = 0; count < 600; count++) app.pipe(kit.pass());
    app.pipe(kit.answer('last'));
    const { record, answer } = await serveRecorded(app, {});

    expect(answer.body).toBe('last');
    expect(record.layers).toHaveLength(200);
    expect(record.omitted).toBe(401);
  });

  test('too many changes are cut, and the record stays bounded', async () => {
    const app = kit.app({ debug: true });
    for (let count = 0; count < 60; count++) {
      app.pipe(
        kit.pass((request) => {
          let changed = request;
          for (let name = 0; name < 30; name++) {
            changed = changed
              .withAttribute(`${count}-${name}`, 'y'.repeat(1000))
              .withHeader(`X-${name}`, 'x'.repeat(2000 + count));
          }
          return changed;
        }),
      );
    }
    app.pipe(kit.answer('last'));
    const { record, recorder } = await serveRecorded(app, {});

    expect(record.layers).toHaveLength(61);
    expect(recorder.text(record.id)?.length).toBeLessThan(600_000);
  });
});

test("changes of variant A's response by middleware that calls next are its own", async () => {
  const app = new a.Application({ debug: true });
  app.pipe((request, response, next) => next(request, response.withHeader('X-Early', '1')));
  app.pipe((_request, response) => {
    response.body.write('written');
    return response;
  });
  app.pipe(() => new RedirectResponse('/'));
  const { record } = await serveRecorded(app, {});

  expect(record.layers.map(({ response }) => response)).toEqual([
    { headers: [{ name: 'X-Early', after: '1' }] },
    { body: true },
  ]);
});

function shape({ depth, kind, prefix }: LayerRecord): string {
  return `${depth} ${kind}${prefix === undefined ? '' : ` under ${prefix}`}`;
}

/** Waits until the record of a request has begun. */
function begun(recorder: RequestLog, url: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = recorder.subscribe((summary) => {
      if (summary.url !== url) return;
      unsubscribe();
      resolve();
    });
  });
}
