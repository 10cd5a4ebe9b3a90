import { expect, test } from 'vitest';
import { TextResponse, TreeRouter } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';
import { inBothVariants, kitOfA, kitOfB } from '../../cases/kit.ts';
import { serviceMap } from '../../support/service-map.ts';

for (const Router of [TreeRouter, FindMyWayRouter, Rou3Router, PathToRegexpRouter]) {
  for (const kit of [kitOfA(Router), kitOfB(Router)]) {
    const variant = 'pipeErrorHandler' in kit.app() ? 'A' : 'B';
    test.each([
      ['/users/:id', '{id}'],
      ['/users/:id/posts', '{id}'],
      ['/:lang[/{page}]', '{lang}'],
      ['/files/*', '{rest:.*}'],
      ['/files/**', '{rest:.*}'],
      ['/*/edit', '{rest:.*}'],
    ])(`a route %s is rejected with the spelling %s (${Router.name}, ${variant}, R3)`, (path, spelling) => {
      const handle = () => new TextResponse('');
      expect(() => kit.app().get(path, handle as never)).toThrow(`is written ${spelling}`);
      const config = { routes: [{ path, middleware: handle }] };
      expect(() => kit.createFrom(serviceMap({ config }))).toThrow(`is written ${spelling}`);
    });

    test(`a colon or a star within a segment is static text (${Router.name}, ${variant}, R3)`, async () => {
      const app = kit.routed();
      for (const path of ['/v1/users:batchGet', '/a*b', '/x/**y']) {
        app.get(path, (() => new TextResponse(path)) as never);
        expect(await (await app.request(path)).text()).toBe(path);
      }
    });
  }
}

inBothVariants((kit) => {
  test.each([
    ['/admin/*', 'write "/admin"'],
    ['/admin/**', 'write "/admin"'],
    ['/*', 'write "/"'],
    ['/v/{id}', 'group()'],
    ['/v/:id', 'group()'],
  ])('a prefix %s is rejected with %s (P2)', (path, advice) => {
    expect(() => kit.app().pipe(path, kit.answer('guard'))).toThrow(advice);
    const config = { middleware_pipeline: [{ path, middleware: kit.answer('guard') }] };
    expect(() => kit.createFrom(serviceMap({ config }))).toThrow(advice);
  });

  test('pipe accepts every middleware of JavaScript with a path (P2)', async () => {
    const app = kit.app();
    Reflect.apply(app.pipe, app, ['/admin', kit.mark('one'), kit.mark('two'), kit.trace()]);
    expect(await (await app.request('/admin')).text()).toBe('one two');
  });
});
