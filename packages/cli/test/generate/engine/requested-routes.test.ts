import { expect, test } from 'vitest';
import { convertedPaths, requestedRoutes } from '../../../src/generate/engine/requested-routes.ts';
import { EXPRESS_PATHS, INEXPRESSIBLE_PATHS } from '../../../../runtime/test/kernel/router/express-paths.ts';

test.each(EXPRESS_PATHS)('an Express path is converted, and the command prints it: %s', (path, converted) => {
  expect(requestedRoutes({ path: `POST ${path}` })).toEqual([{ path: converted, methods: ['POST'] }]);
  expect(convertedPaths({ path: `/about\nPOST ${path}` })).toEqual([
    `${path} is ${converted} in Fw, which writes a placeholder in braces.`,
  ]);
});

test.each([
  '/post/{id}',
  '/post/{ post-id : [a-z]{2} }/{_}',
  String.raw`/post/{id:\d+}`,
  '/time/{hour:[0-9]+}:{minute}',
  '/{rest:.*}',
  '/page[/{n}]',
  '/a*b',
  '/',
])('a path of Fw is unchanged: %s', (path) => {
  expect(requestedRoutes({ path })).toEqual([{ path, methods: ['GET'] }]);
  expect(convertedPaths({ path })).toEqual([]);
});

test('a custom method after a colon is text, and the command prints how to write a placeholder', () => {
  const path = '/v1/users:batchGet';

  expect(requestedRoutes({ path })).toEqual([{ path, methods: ['GET'] }]);
  expect(convertedPaths({ path })).toEqual([
    '":batchGet" in /v1/users:batchGet is text. Write /v1/users{batchGet} for a placeholder.',
  ]);
});

test.each(INEXPRESSIBLE_PATHS.filter(([, reason]) => reason.startsWith('wildcard')))(
  'a wildcard that Fw does not support is an error: %s',
  (path) => {
    expect(() => requestedRoutes({ path })).toThrow(
      `In "${path}", a wildcard must be the whole last segment, as in /files/*path.`,
    );
  },
);
