import { attribute, type ConfigError, JsonResponse, type ServerRequest } from 'fw-runtime';
import {
  bearerAuth,
  type BearerAuthOptions,
  bearerAuthProvider,
  BearerUser,
} from 'fw-middleware/bearer-auth';
import { expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const [ONE, TWO] = ['a-token_of.many~letters+/==', 'another-token-of-many-letters'];
const tokens = { deployment: ONE, monitor: TWO };

inBothVariants((kit) => {
  function send(options: BearerAuthOptions, Authorization?: string): Promise<Response> {
    const app = kit.app([bearerAuth(options)]);
    app.get('/', (request) => new JsonResponse(request.require(BearerUser)));
    return app.request('/', { headers: { ...(Authorization && { Authorization }) } });
  }

  test.each([
    [`Bearer ${ONE}`, 'deployment'],
    [`bearer   ${TWO}`, 'monitor'],
  ])('%s is the token of %s', async (Authorization, name) => {
    const response = await send({ tokens }, Authorization);

    expect([response.status, await response.json()]).toEqual([200, name]);
  });

  test.each([
    [undefined, 401, ''],
    ['Basic YTpi', 401, ''],
    [ONE, 401, ''],
    ['Bearer wrong', 401, ', error="invalid_token"'],
    [`Bearer ${ONE.toUpperCase()}`, 401, ', error="invalid_token"'],
    [`Bearer ${ONE.slice(0, -1)}`, 401, ', error="invalid_token"'],
    [`Bearer ${ONE}, Bearer ${TWO}`, 400, ', error="invalid_request"'],
    [`Bearer ${ONE} ${TWO}`, 400, ', error="invalid_request"'],
    ['Bearer', 400, ', error="invalid_request"'],
    ['Bearer __proto__', 401, ', error="invalid_token"'],
  ])('%s is rejected with %i', async (Authorization, status, error) => {
    const response = await send({ tokens, realm: 'Shop' }, Authorization);

    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toBe(`Bearer realm="Shop"${error}`);
    expect(await response.text()).not.toContain(ONE);
  });

  test('a function may identify the owner of a token, under an attribute of the app', async () => {
    interface Person {
      readonly id: number;
    }
    const Person = attribute<Person>('person');
    const verify = async (token: string, request: ServerRequest): Promise<Person | undefined> =>
      token === 'seven' && request.path === '/' ? { id: 7 } : undefined;
    const app = kit.app([bearerAuth({ verify, attribute: Person })]);
    app.get('/', (request) => new JsonResponse(request.require(Person).id));

    const [known, unknown] = await Promise.all(
      ['seven', 'eight'].map((token) => app.request('/', { headers: { Authorization: `Bearer ${token}` } })),
    );
    expect([await known?.json(), unknown?.status]).toEqual([7, 401]);
  });

  test.each([undefined, null, false, '', 0, 0n, Number.NaN])(
    'a user is missing if verify returns %s',
    async (nobody) => {
      expect((await send({ verify: () => nobody }, 'Bearer any')).status).toBe(401);
    },
  );

  test('a function that throws is an error of the app', async () => {
    const verify = (): never => {
      throw new Error('The database is gone.');
    };

    expect((await send({ verify }, 'Bearer any')).status).toBe(500);
  });

  test('is configured by the key "bearer_auth"', async () => {
    const routes = [{ path: '/', middleware: () => new JsonResponse('in') }];
    const app = kit.configured([bearerAuthProvider], { bearer_auth: { tokens }, routes });

    expect((await app.request('/')).status).toBe(401);
    expect((await app.request('/', { headers: { Authorization: `Bearer ${ONE}` } })).status).toBe(200);
  });
});

test.each<[string, unknown, string]>([
  ['nothing', {}, 'bearer_auth: expected either "tokens" or "verify"'],
  ['both', { tokens, verify: () => true }, 'bearer_auth: expected either "tokens" or "verify"'],
  ['no token', { tokens: {} }, 'bearer_auth.tokens: expected at least one token'],
  ['a short token', { tokens: { a: 'hunter2' } }, 'bearer_auth.tokens.a: expected a token of 16 or more'],
  [
    'a token of the documentation',
    { tokens: { a: 'only-for-development' } },
    'expected a secret of your own',
  ],
  ['a number', { tokens: { a: 7 } }, 'bearer_auth.tokens.a: expected string, received a number'],
  ['a text', { tokens: 'hunter2' }, 'bearer_auth.tokens: expected Object, received a string of 7 characters'],
  ['blanks', { tokens: { a: 'hunter2 hunter2 hunter2' } }, 'bearer_auth.tokens.a: expected a token of 16'],
  [
    'a line break',
    { tokens, realm: 'a\r\nb' },
    'bearer_auth.realm: expected a string of printable ASCII characters',
  ],
  ['an unknown key', { tokens, optional: true }, 'bearer_auth.optional: expected no such key'],
])('%s is rejected when the middleware is created, without showing a token', (_, options, message) => {
  const make = (): unknown => bearerAuth(options as BearerAuthOptions);

  expect(make).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
  expect(make).not.toThrow(/hunter2/);
});
