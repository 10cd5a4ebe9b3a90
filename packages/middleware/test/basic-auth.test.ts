import { attribute, type ConfigError, JsonResponse } from 'fw-runtime';
import { basicAuth, type BasicAuthOptions, basicAuthProvider, BasicUser } from 'fw-middleware/basic-auth';
import { expect, test, vi } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const users = { ada: 'numbers', bob: 'with:colons:', jürgen: 'grün', eve: 'grün' };
const basic = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  `Basic ${Buffer.from(text, encoding).toString('base64')}`;

inBothVariants((kit) => {
  function send(options: BasicAuthOptions, Authorization?: string): Promise<Response> {
    const app = kit.app([basicAuth(options)]);
    app.get('/', (request) => new JsonResponse(request.require(BasicUser)));
    return app.request('/', { headers: { ...(Authorization && { Authorization }) } });
  }

  test.each([
    [basic('ada:numbers'), 'ada'],
    [basic('ada:numbers').replace('Basic ', 'basic   '), 'ada'],
    [basic('bob:with:colons:'), 'bob'],
    [basic('jürgen:grün'), 'jürgen'],
    // Decomposed characters, as some systems type them.
    [basic('eve:grün'.normalize('NFD')), 'eve'],
  ])('the credentials %s are those of %s', async (Authorization, name) => {
    const response = await send({ users }, Authorization);

    expect([response.status, await response.json()]).toEqual([200, name]);
  });

  test.each([
    ['nothing', undefined],
    ['a wrong password', basic('ada:motor')],
    ['the password of another user', basic('ada:grün')],
    ['another case', basic('Ada:numbers')],
    ['a longer password', basic('ada:numbers ')],
    ['no password', basic('ada:')],
    ['no name', basic(':numbers')],
    ['nothing but a colon', basic(':')],
    ['no colon', basic('ada')],
    ['a colon elsewhere', basic('ada:eng:ine')],
    ['the name of something inherited', basic('__proto__:numbers')],
    ['Latin-1', basic('jürgen:grün', 'latin1')],
    ['a control character', basic('ada:numbers\n')],
    ['invalid base64', 'Basic ada:numbers'],
    ['half of base64', 'Basic YWRhO'],
    ['nothing after the scheme', 'Basic'],
    ['another scheme', `Bearer ${basic('ada:numbers').slice(6)}`],
    ['two headers', `${basic('ada:numbers')}, ${basic('bob:with:colons:')}`],
  ])('%s is rejected with the challenge', async (_, Authorization) => {
    const response = await send({ users, realm: String.raw`"Back\office"` }, Authorization);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      String.raw`Basic realm="\"Back\\office\"", charset="UTF-8"`,
    );
    expect(await response.text()).toBe('401 Unauthorized\nWrong username or password.\n');
  });

  test('credentials with many combining characters are checked in linear time', async () => {
    const start = performance.now();

    expect(
      (await send({ users }, basic(`ada:${'\u0345'.repeat(90_000)}${'\u0323'.repeat(90_000)}`))).status,
    ).toBe(401);
    // Quadratic time would take half a minute and more, linear time takes milliseconds.
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('a function may identify the user, under an attribute of the app', async () => {
    const Id = attribute<number>('id');
    const verify = vi.fn(async (name: string, password: string) => name === '' && password === 'a:b' && 7);
    const app = kit.app([basicAuth({ verify, attribute: Id })]);
    app.get('/', (request) => new JsonResponse(request.require(Id)));
    const from = (text: string): Promise<Response> =>
      app.request('/', { headers: { Authorization: basic(text) } });

    expect(await (await from(':a:b')).json()).toBe(7);
    expect((await from('ada:a:b')).status).toBe(401);
    expect((await app.request('/')).status).toBe(401);
    expect(verify).toHaveBeenCalledTimes(2);
  });

  test.each([undefined, null, false, '', 0, 0n, Number.NaN])(
    'a user is missing if verify returns %s',
    async (nobody) => {
      expect((await send({ verify: () => nobody }, basic('ada:numbers'))).status).toBe(401);
    },
  );

  test('a function that throws is an error of the app', async () => {
    const verify = (): never => {
      throw new Error('The database is gone.');
    };

    expect((await send({ verify }, basic('ada:numbers'))).status).toBe(500);
  });

  test('is configured by the key "basic_auth"', async () => {
    const routes = [{ path: '/', middleware: () => new JsonResponse('in') }];
    const app = kit.configured([basicAuthProvider], { basic_auth: { users }, routes });

    expect((await app.request('/')).status).toBe(401);
    expect((await app.request('/', { headers: { Authorization: basic('ada:numbers') } })).status).toBe(200);
  });
});

test.each<[string, unknown, string]>([
  ['nothing', {}, 'basic_auth: expected either "users" or "verify"'],
  ['both', { users, verify: () => true }, 'basic_auth: expected either "users" or "verify"'],
  ['nobody', { users: {} }, 'basic_auth.users: expected at least one user'],
  ['no password', { users: { ada: '' } }, 'basic_auth.users.ada: expected a password that is not empty'],
  ['a password of the documentation', { users: { ada: 'engine' } }, 'expected a secret of your own'],
  ['a list', { users: { ada: ['hunter2'] } }, 'basic_auth.users.ada: expected string, received Array'],
  [
    'a colon in a name',
    { users: { 'ada:b': 'hunter2' } },
    'basic_auth.users.ada:b: expected a name without ":"',
  ],
  [
    'a text',
    { users: 'ada:hunter2' },
    'basic_auth.users: expected Object, received a string of 11 characters',
  ],
  ['an unknown key', { users, password: 'hunter2' }, 'basic_auth.password: expected no such key'],
])('%s is rejected when the middleware is created, without showing a password', (_, options, message) => {
  const make = (): unknown => basicAuth(options as BasicAuthOptions);

  expect(make).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
  expect(make).not.toThrow(/hunter2/);
});
