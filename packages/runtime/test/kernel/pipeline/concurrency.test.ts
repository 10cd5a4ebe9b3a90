import { expect, test } from 'vitest';
import { RouteResult, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';

inBothVariants((kit) => {
  test('concurrent requests see nothing of each other (P7)', async () => {
    const count = 40;
    const all = deferred();
    let arrived = 0;
    const child = kit.routed();
    child.get(
      '/{id}[/{page}]',
      kit.handler(async (request) => {
        if (++arrived === count) all.resolve();
        await all.promise;
        const route = request.getAttribute(RouteResult)?.params['id'];
        const { path, params, queryString } = request;
        return new TextResponse(
          [path, params['id'], params['page'], route, request.getAttribute('n'), queryString].join(),
        );
      }),
    );
    const app = kit.app();
    app.pipe(kit.pass((request) => request.withAttribute('n', request.query.get('n'))));
    app.pipe('/user', kit.child(child));
    const server = await serve(app);
    const numbers = Array.from({ length: count }, (_, index) => index);
    const bodies = await Promise.all(
      numbers.map(async (n) => (await ask(server, { path: `/user/u${n}/p${n}?n=${n}` })).body),
    );
    expect(bodies).toEqual(numbers.map((n) => `/u${n}/p${n},u${n},p${n},u${n},${n},n=${n}`));
  });

  test('parameters that a handler changes are its own (P7)', async () => {
    const app = kit.routed();
    app
      .get(
        '/page[/{lang}]',
        kit.handler((request) => {
          const { lang } = request.params;
          Reflect.set(request.params, 'lang', 'changed');
          Reflect.set(request.params, 'added', 'changed');
          return new TextResponse(`${lang} ${Object.keys(request.params).length}`);
        }),
      )
      .setOptions({ defaults: { lang: 'en' } });
    const first = await (await app.request('/page')).text();
    expect(await (await app.request('/page')).text()).toBe(first);
    expect(first).toMatch(/^en /);
  });

  test('data that middleware writes to a response is not in the next one (P7)', async () => {
    const app = kit.app();
    app.pipe(
      kit.around((response) => {
        response.body.write(' written');
        return response;
      }),
    );
    app.pipe(kit.answer('body'));
    expect(await (await app.request('/')).text()).toBe('body written');
    expect(await (await app.request('/')).text()).toBe('body written');
  });

  test('one application may be the child of two others (P7)', async () => {
    const child = kit.routed();
    child.get('/child', kit.answer('child'));
    const [one, two] = [kit.app(), kit.app()];
    for (const [app, name] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      app.pipe('/in', kit.child(child));
      app.pipe(kit.answer(name));
    }
    const asked = ['/in/child', '/in/other'].flatMap((path) => [one.request(path), two.request(path)]);
    const bodies = await Promise.all(asked.map(async (answer) => (await answer).text()));
    expect(bodies).toEqual(['child', 'child', 'one', 'two']);
  });
});
