import { describe, expect, test } from 'vitest';
import * as a from '../../../../runtime/src/a/index.ts';
import * as b from '../../../../runtime/src/b/index.ts';
import { ServiceManager } from '../../../../runtime/src/kernel/container/service-manager.ts';
import { requestLogOf } from '../../../../devtools/src/recorder/request-log.ts';
import { developerHeader } from '../../../../devtools/test/support/developer.ts';
import { generated, recorded, run } from './generate-test.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const json = { 'Content-Type': 'application/json' };
const fromOwnPage = { ...json, 'Sec-Fetch-Site': 'same-origin', Cookie: 'sid=secret' };

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const services = { config: { debug: true }, Logger: silent };

const variants = [
  {
    variant: 'a',
    make: () => {
      const app = a.AppFactory.create(new ServiceManager({ services }));
      app.get('/ping', () => new a.JsonResponse({ ack: 1 }));
      app.post('/echo', async (request) => new a.JsonResponse({ got: await request.json() }, 201));
      app.get('/old', () => new a.RedirectResponse('/ping?from=old'));
      app.get('/broken', () => {
        throw new Error('broken');
      });
      return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    },
  },
  {
    variant: 'b',
    make: () => {
      const app = b.AppFactory.create(new ServiceManager({ services }));
      app.get('/ping', () => new b.JsonResponse({ ack: 1 }));
      app.post('/echo', async (request) => new b.JsonResponse({ got: await request.json() }, 201));
      app.get('/old', () => new b.RedirectResponse('/ping?from=old'));
      app.get('/broken', () => {
        throw new Error('broken');
      });
      return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    },
  },
];

describe.each(variants)('in variant $variant, a generated test passes', ({ make }) => {
  test.each([
    ['for a GET', { path: '/ping', expect: 'Content-Type: application/json' }],
    ['for a body of JSON', { method: 'post', path: '/echo', body: '{"a":[1,null,"it\'s"]}', status: '201' }],
    ['for a redirect', { path: '/old', status: '302', expect: 'Location: /ping?from=old' }],
    ['for a path without a route', { path: '/nothing', status: '404' }],
    ['for a method that is not allowed', { method: 'PUT', path: '/ping', body: '', status: '405' }],
    ['for a failing handler', { path: '/broken', status: '500' }],
  ])('%s', async (_, answers) => {
    const { text } = await generated(answers);

    expect(await run(text, make())).toBe('passed');
  });

  test('for a recorded request', async () => {
    const { text } = await generated({}, { record: recorded });

    expect(await run(text, make())).toBe('passed');
  });

  test.each([
    ['a GET', '/ping', {}],
    ['a body of JSON', '/echo', { method: 'POST', headers: json, body: '{"a":[1,null]}' }],
    ['a body that a page of the app sends', '/echo', { method: 'POST', headers: fromOwnPage, body: '[1]' }],
    ['a redirect', '/old', { redirect: 'manual' }],
    ['a path without a route', '/nothing', { headers: { Accept: 'text/html' } }],
    ['a body that no handler reads', '/ping', { method: 'POST', body: 'unread' }],
    ['a failing handler', '/broken', {}],
  ] as const)('for a recorded request: %s', async (_, path, init) => {
    const app = make();
    const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    try {
      const headers = { ...developerHeader(), ...('headers' in init && init.headers) };
      await (await fetch(server.url + path, { ...init, headers })).text();
    } finally {
      await server.close();
    }
    const recorder = requestLogOf(app);
    const { text } = await generated({}, { record: recorder.get(recorder.list()[0]?.id ?? '') });

    expect(await run(text, app)).toBe('passed');
  });

  test('and fails if the response differs', async () => {
    const { text } = await generated({ path: '/nothing' });

    await expect(run(text, make())).rejects.toThrow('404');
  });
});

test.each([
  ['quotes and lines', "it's\n`${a}` \\ */"],
  ['a number that JavaScript would round', '{"id":12345678901234567890}'],
  ['a key that is no key of a literal', '{"__proto__":{"a":1}}'],
  [
    'long JSON',
    JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key ${i}`, [i, null]]))),
  ],
])('a body is sent byte for byte: %s', async (_, body) => {
  const { text } = await generated({ method: 'POST', path: '/', body });
  let sent = '';
  const app = a.AppFactory.create();
  app.post('/', async (request) => {
    sent = await request.text();
    return new a.TextResponse('');
  });

  expect(await run(text, app.pipeRoutingMiddleware().pipeDispatchMiddleware())).toBe('passed');
  expect(sent).toBe(body);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
});
