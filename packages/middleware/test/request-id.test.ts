import { type ConfigError, type HttpResponse, TextResponse } from 'fw-runtime';
import { RequestId, requestId, type RequestIdOptions, requestIdProvider } from 'fw-middleware/request-id';
import { expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

inBothVariants((kit) => {
  function appWith(options?: RequestIdOptions): ReturnType<typeof kit.app> {
    const app = kit.app([requestId(options)]);
    app.get('/', (request): HttpResponse => new TextResponse(request.require(RequestId)));
    app.get('/named', (request) => new TextResponse(String(request.getAttribute('requestId'))));
    app.get('/fails', () => {
      throw new Error('The database is gone.');
    });
    return app;
  }

  test('each request has its own id, which is sent in the response', async () => {
    const app = appWith();
    const responses = await Promise.all([app.request('/'), app.request('/'), app.request('/named')]);
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));

    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(UUID);
  });

  test.each(['/fails', '/nowhere'])('the error of %s has it as well', async (path) => {
    const response = await appWith().request(path);

    expect(response.status).toBeGreaterThan(399);
    expect(response.headers.get('x-request-id')).toMatch(UUID);
  });

  test("a client's own id is ignored unless configured", async () => {
    const init = { headers: { 'X-Request-Id': 'r-17' } };

    expect(await (await appWith().request('/', init)).text()).toMatch(UUID);
    expect(await (await appWith({ trust: true }).request('/', init)).text()).toBe('r-17');
  });

  test.each([
    ['Root=1-67891233-abcdef012345678912345678', true],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
    ['', false],
    ['one, two', false],
    ['${jndi:ldap://evil.test}', false],
    ['<script>', false],
    ['r-17"}\t{"level":60', false],
    ['ü', false],
  ])('the id %j is accepted if proxies are trusted: %s', async (id, isTaken) => {
    const response = await appWith({ trust: true }).request('/', { headers: { 'X-Request-Id': id } });

    expect(response.headers.get('x-request-id') === id).toBe(isTaken);
    expect(response.headers.get('x-request-id')).toMatch(isTaken ? /./ : UUID);
  });

  test('header and ids are configured by the key "request_id"', async () => {
    const routes = [
      { path: '/', middleware: () => new TextResponse('home', 200, { 'X-Trace': 'of the handler' }) },
    ];
    const request_id = { header: 'X-Trace', generate: () => 'made-here' };
    const app = kit.configured([requestIdProvider], { request_id, routes });

    expect((await app.request('/')).headers.get('x-trace')).toBe('made-here');
  });
});

test.each([
  ['a header that is none', { header: 'X Trace' }, 'request_id.header: expected the name of a header'],
  ['an unknown key', { trusted: true }, 'request_id.trusted: expected no such key'],
  ['a string instead of a function', { generate: 'uuid' }, 'request_id.generate: expected a function'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => requestId(options as unknown as RequestIdOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
