import { describe, expect, test } from 'vitest';
import { InvalidArgumentError, TextResponse } from '../../../src/index.ts';
import { expressPath, PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { EXPRESS_PATHS, INEXPRESSIBLE_PATHS } from './express-paths.ts';

describe('expressPath()', () => {
  test.each(EXPRESS_PATHS)('converts %s to %s', (express, fw) => {
    expect(expressPath(express)).toBe(fw);
  });

  test.each(['/', '/about', '/post.html'])('keeps %s, which has no placeholders', (path) => {
    expect(expressPath(path)).toBe(path);
  });

  test.each<readonly [express: string, reason: string]>([
    ...INEXPRESSIBLE_PATHS,
    ['/:id?', 'Unexpected ?'],
    ['/a+', 'Unexpected +'],
    ['/users/{:id', 'expected }'],
    ['users', 'it must start with "/"'],
    [String.raw`/:id((\d+))`, 'Unexpected ('],
  ])('rejects %s with the path and the reason', (express, reason) => {
    const convert = (): string => expressPath(express);

    expect(convert).toThrow(InvalidArgumentError);
    expect(convert).toThrow(`must be a path of Express that Fw has too, not ${JSON.stringify(express)}.`);
    expect(convert).toThrow(reason);
  });

  test.each([[['/a', '/b']], [/^\/a/], [undefined]])('rejects %s, which is no string', (path) => {
    expect(() => expressPath(path as never)).toThrow(InvalidArgumentError);
  });
});

inBothVariants((kit) => {
  test('an app from Express keeps its paths and its matcher', async () => {
    const app = kit.app({ router: new PathToRegexpRouter() });
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    for (const path of ['/page{/:n{/:lang}}', String.raw`/u/:id(\d+)`, '/files/*path']) {
      app.get(expressPath(path), (() => new TextResponse(path)) as never);
    }
    const bodies = ['/page', '/page/2/de', '/u/7', '/files/a/b.txt'].map(async (path) =>
      (await app.request(path)).text(),
    );

    expect(await Promise.all(bodies)).toEqual([
      '/page{/:n{/:lang}}',
      '/page{/:n{/:lang}}',
      String.raw`/u/:id(\d+)`,
      '/files/*path',
    ]);
    expect((await app.request('/u/seven')).status).toBe(404);
  });
});
