import { AppFactory, type MiddlewareOptions, SECURITY, TextResponse } from 'fw-runtime/b';
import { basicAuth } from 'fw-middleware/basic-auth';
import { bearerAuth } from 'fw-middleware/bearer-auth';
import { jwt } from 'fw-middleware/jwt';
import { openApiOf } from 'fw-runtime/openapi';
import { expect, test } from 'vitest';
import { SECRET } from './tokens.ts';

const token = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };

test.each([
  ['basicAuth', basicAuth({ users: { ada: 'x' } }), { basicAuth: { type: 'http', scheme: 'basic' } }],
  [
    'bearerAuth',
    bearerAuth({ tokens: { ada: 'a-token-of-many-letters' } }),
    { bearerAuth: { type: 'http', scheme: 'bearer' } },
  ],
  ['jwt', await jwt({ key: SECRET }), [{ jwt: token }]],
  ['an optional jwt', await jwt({ key: SECRET, optional: true }), [{}, { jwt: token }]],
  [
    'jwt in a cookie',
    await jwt({ key: SECRET, cookie: 'token' }),
    [{ jwt: token }, { jwtCookie: { type: 'apiKey', in: 'cookie', name: 'token' } }],
  ],
])('%s describes the credentials that it requires', async (_, middleware, security) => {
  expect((middleware as { [SECURITY]?: MiddlewareOptions['security'] })[SECURITY]).toEqual(security);

  const app = AppFactory.create().pipe(middleware).pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.get('/', () => new TextResponse('ok'));
  const { document } = await openApiOf(app);
  const names = [security]
    .flat()
    .map((schemes) => Object.fromEntries(Object.keys(schemes).map((name) => [name, []])));
  expect(document.paths['/']?.['get']?.security).toEqual(names);
});
