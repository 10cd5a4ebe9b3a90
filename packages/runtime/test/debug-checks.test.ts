import { expect, test } from 'vitest';
import * as b from '../src/b/index.ts';
import { TextResponse } from '../src/index.ts';
import { inBothVariants } from './cases/kit.ts';
import { deferred } from './deferred.ts';

inBothVariants((kit) => {
  test('with debug, passing on twice is an error that names the middleware (P8)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.twice());
    app.pipe(kit.answer('inner'));
    const response = await app.request('/');
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/twice passed the request on twice/);
  });

  test('without debug, passing on twice runs the inner layers again (P8)', async () => {
    let ran = 0;
    const app = kit.app();
    app.pipe(kit.twice());
    app.pipe(kit.handler(async () => new TextResponse(String(++ran))));
    expect(await (await app.request('/')).text()).toBe('2');
  });

  test('with debug, answering before the inner layers have finished is an error that names the middleware (P8)', async () => {
    const held = deferred();
    const app = kit.app({ debug: true });
    app.pipe(kit.hasty());
    app.pipe(
      kit.handler(async () => {
        await held.promise;
        return new TextResponse('inner');
      }),
    );
    const response = await app.request('/');
    held.resolve();
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/hasty returned before the inner layers had finished/);
  });

  test('without debug, answering before the inner layers have finished is an answer (P8)', async () => {
    const app = kit.app();
    app.pipe(kit.hasty());
    app.pipe(kit.handler(async () => new TextResponse('inner')));
    expect(await (await app.request('/')).text()).toBe('hasty');
  });

  test('with debug, the check is of each request on its own (P8)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.pass());
    app.pipe(kit.answer('fine'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.request('/')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('with debug, middleware within a route is watched too (P8)', async () => {
    const app = kit.routed({ debug: true });
    app.get('/', kit.list(kit.twice(), kit.answer('inner')));
    expect(await (await app.request('/')).text()).toMatch(/twice passed the request on twice/);
  });
});

test('B: with debug, what a middleware drops of a nested application may fail without ending the process', async () => {
  const failed = deferred();
  const child = new b.Application({ debug: true }).pipe(async () => {
    try {
      throw new Error('dropped');
    } finally {
      failed.resolve();
    }
  });
  const app = new b.Application({ debug: true }).pipe((request, delegate) => {
    void child.process(request, delegate);
    return new TextResponse('answered');
  });
  expect(await (await app.request('/')).text()).toBe('answered');
  await failed.promise;
});
