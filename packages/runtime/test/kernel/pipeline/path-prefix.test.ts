import { expect, test } from 'vitest';
import { InvalidArgumentError } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

inBothVariants((kit) => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/A/b', true],
    ['/a', '/a/', true],
    ['/a', '/ab', false],
    ['/a', '/', false],
    ['/a/b', '/a/b/c', true],
    ['/a/b', '/a', false],
    ['/a/b', '/a/c/b', false],
    ['a/', '/a/b', true],
    ['/a.b', '/a.b/%C3%A9', true],
    ['/a.b/é', '/a.b/%C3%89', true],
    ['/a.b/é', '/axb/%C3%A9', false],
    ['/a+b/é', '/a+b/%C3%89/c', true],
    ['/a+b/é', '/aab/%C3%A9', false],
    ['/(a)$*/é', '/(a)$*/%C3%89', true],
    ['/é', '/%c3%89', true],
    ['/é', '/%C3%A9e', false],
    ['/é', '/e', false],
    ['/a%2Fb', '/a%2fb', true],
    ['/a%2Fb', '/a/b', false],
  ])('the prefix %s and the path %s: %s', async (prefix, path, matches) => {
    const app = kit.app();
    app.pipe(prefix, kit.answer('inside'));
    app.pipe(kit.answer('outside'));
    expect(await (await app.request(path)).text()).toBe(matches ? 'inside' : 'outside');
  });

  test.each<[prefix: unknown, expected: string]>([
    [7, 'The argument path must be a path prefix such as "/admin", not 7.'],
    [null, 'The argument path must be a path prefix such as "/admin", not null.'],
    ['/%zz', 'The argument path must be a path prefix whose escapes are well-formed, not "/%zz".'],
    ['/a/*', 'A prefix covers every path below it: write "/a".'],
    ['/*', 'A prefix covers every path below it: write "/".'],
    ['/{id}', 'For paths with parameters such as {id}, pass the middleware to group() or to the routes.'],
    ['/a[/b]', 'For paths with parameters such as {id}, pass the middleware to group() or to the routes.'],
    ['/:id', 'For paths with parameters such as {id}, pass the middleware to group() or to the routes.'],
  ])('the prefix %j is an error', (prefix, expected) => {
    const app = kit.app();
    expect(() => app.pipe(prefix as string, kit.answer(''))).toThrow(expected);
    expect(() => app.pipe(prefix as string, kit.answer(''))).toThrow(InvalidArgumentError);
  });
});
