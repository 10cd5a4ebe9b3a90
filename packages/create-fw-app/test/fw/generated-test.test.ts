import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import * as a from '../../../runtime/src/a/index.ts';
import * as b from '../../../runtime/src/b/index.ts';
import { ServiceManager } from '../../../runtime/src/container/service-manager.ts';
import { recordsOf } from '../../../runtime/src/development/records.ts';
import { completeAnswers } from '../../src/command-line/answers.ts';
import type { Answers } from '../../src/command-line/flag.ts';
import { Change } from '../../src/fw/generate/change.ts';
import { test as generator } from '../../src/fw/generate/test.ts';
import type { Site } from '../../src/fw/site.ts';
import { emptyFolder, writeFiles } from '../folders.ts';

async function siteWith(files: Readonly<Record<string, string>> = {}): Promise<Site> {
  const root = await emptyFolder();
  await writeFiles(root, { 'package.json': '{ "dependencies": { "fw-runtime": "^0.1.0" } }\n', ...files });
  return {
    root,
    variant: 'b',
    form: 'config',
    alias: '#app',
    runtime: 'fw-runtime/b',
    target: 'node',
    packageManager: 'npm',
    entry: 'public/index.ts',
  };
}

/** The test that the answers to questions make, and its path; of what development recorded where that is given. */
async function generated(
  answers: Answers,
  { site, record }: { readonly site?: Site; readonly record?: unknown } = {},
): Promise<{ path: string; text: string; answers: Answers }> {
  const where = site ?? (await siteWith());
  const asking = { terminal: undefined, yes: false, signal: new AbortController().signal };
  const given = record === undefined ? answers : { ...answers, 'from-json': '-' };
  const read = await generator.read?.(given, where.root, Readable.from([JSON.stringify(record)]));
  const all = await completeAnswers(generator.questions, read ?? {}, where, asking);
  const change = new Change(where.root);
  await generator.plan(where, all, change);
  const [file] = change.finish();
  return { path: file?.path ?? '', text: file?.after ?? '', answers: all };
}

/** Runs a generated test against an application. */
async function run(text: string, app: a.Application | b.Application): Promise<string> {
  const tests: { readonly name: string; readonly isSkipped: boolean; readonly body: () => Promise<void> }[] =
    [];
  const declare =
    (isSkipped: boolean) =>
    (name: string, body: () => Promise<void>): number =>
      tests.push({ name, isSkipped, body });
  const code = text.replaceAll(/^import .*$/gm, '');
  // oxlint-disable-next-line no-implied-eval -- What is run is the subject of this test.
  const define = new Function('test', 'expect', 'createTestApp', code) as (...given: unknown[]) => void;
  define(Object.assign(declare(false), { skip: declare(true) }), expect, () => app);
  expect(tests).toHaveLength(1);
  for (const { isSkipped, body } of tests) if (!isSkipped) await body();
  return tests[0]?.isSkipped === true ? 'skipped' : 'passed';
}

/** What development records of a request, as far as a test needs it. */
const recorded = {
  method: 'GET',
  url: '/ping',
  status: 200,
  layers: [{ name: 'Ping' }],
  request: {
    headers: [
      ['host', 'localhost:8080'],
      ['user-agent', 'curl'],
    ],
  },
  response: {
    headers: [
      ['content-type', 'application/json'],
      ['date', 'Mon, 23 Nov 2026 03:00:00 GMT'],
      ['etag', '"1"'],
      ['set-cookie', 'sid=***'],
      ['x-fw-trace', '/_fw/requests/1'],
    ],
  },
};

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
    ['for a path that nothing answers', { path: '/nothing', status: '404' }],
    ['for a method that is not allowed', { method: 'PUT', path: '/ping', body: '', status: '405' }],
    ['for a failing handler', { path: '/broken', status: '500' }],
  ])('%s', async (_, answers) => {
    const { text } = await generated(answers);

    expect(await run(text, make())).toBe('passed');
  });

  test('for what development recorded', async () => {
    const { text } = await generated({}, { record: recorded });

    expect(await run(text, make())).toBe('passed');
  });

  test.each([
    ['a GET', '/ping', {}],
    ['a body of JSON', '/echo', { method: 'POST', headers: json, body: '{"a":[1,null]}' }],
    ['a body that a page of the site sends', '/echo', { method: 'POST', headers: fromOwnPage, body: '[1]' }],
    ['a redirect', '/old', { redirect: 'manual' }],
    ['a path that nothing answers', '/nothing', { headers: { Accept: 'text/html' } }],
    ['a body that nobody reads', '/ping', { method: 'POST', body: 'unread' }],
    ['a failing handler', '/broken', {}],
  ] as const)('for what development records of %s', async (_, path, init) => {
    const app = make();
    const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    try {
      await (await fetch(server.url + path, init)).text();
    } finally {
      await server.close();
    }
    const recorder = recordsOf(app);
    const { text } = await generated({}, { record: recorder.get(recorder.list()[0]?.id ?? '') });

    expect(await run(text, app)).toBe('passed');
  });

  test('and fails where the answer is another one', async () => {
    const { text } = await generated({ path: '/nothing' });

    await expect(run(text, make())).rejects.toThrow('404');
  });
});

describe('what was recorded becomes', () => {
  test('a test that sends what the client meant, and expects nothing that changes each time', async () => {
    const { path, text } = await generated({}, { record: recorded });

    expect(path).toBe('test/get-ping.test.ts');
    expect(text).toBe(`import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

const app = createTestApp();

test('GET /ping answers with 200', async () => {
  const response = await app.request('/ping');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
});
`);
  });

  test('flags that say the same', async () => {
    const request = {
      headers: [
        ['content-type', 'application/json'],
        ['accept', 'application/json'],
        ['origin', 'http://localhost:8080'],
        ['host', 'localhost:8080'],
      ],
      text: '{"a":1}',
    };
    const { answers } = await generated({}, { record: { ...recorded, method: 'POST', request } });

    expect(answers).toEqual({
      method: 'POST',
      path: '/ping',
      header: 'Content-Type: application/json\nAccept: application/json',
      body: '{"a":1}',
      status: '200',
      expect: 'Content-Type: application/json',
    });
  });

  test('what the flags beside it say instead', async () => {
    const { text, path } = await generated({ status: '204', name: 'other' }, { record: recorded });

    expect(path).toBe('test/other.test.ts');
    expect(text).toContain('toBe(204)');
  });

  test('a test without the page of an error, which differs from one machine to the next', async () => {
    const response = { headers: [['content-type', 'text/html; charset=utf-8']] };
    const { text } = await generated({}, { record: { ...recorded, status: 500, response } });

    expect(text).toContain('toBe(500)');
    expect(text).not.toContain('content-type');
  });

  test('a test that is skipped until its secrets are written in', async () => {
    const headers = [['authorization', 'Bearer ***']];
    const { text } = await generated({}, { record: { ...recorded, request: { headers } } });

    expect(text).toContain("headers: { Authorization: 'Bearer ***' }");
    expect(text).toContain('// Secrets were not recorded: write them in place of *** in Authorization, then');
    expect(await run(text, variants[0]?.make() as a.Application)).toBe('skipped');
  });

  test('a test without cookies, which says so', async () => {
    const headers = [['cookie', 'sid=***']];
    const { text } = await generated({}, { record: { ...recorded, request: { headers } } });

    expect(text).toContain('// The cookies of the request are secret and were left out');
    expect(text).not.toContain('sid');
    expect(await run(text, variants[0]?.make() as a.Application)).toBe('passed');
  });
});

test.each([
  [{ ...recorded, status: undefined }, 'GET /ping has no answer yet'],
  [{ ...recorded, status: 101 }, 'has become another protocol (101)'],
  [{ ...recorded, layers: [] }, 'was answered by the server itself'],
  [
    { ...recorded, method: 'POST', request: { headers: [['content-type', 'image/png']], size: 9 } },
    'The body of POST /ping was not recorded',
  ],
  [{ method: 'GET' }, 'Standard input is not a recorded request'],
  ['text', 'Standard input is not a recorded request'],
])('a record of which no test can be made is refused: %#', async (record, reason) => {
  await expect(generated({}, { record })).rejects.toThrow(reason);
});

test.each([
  [{ path: 'ping' }, '"ping" is not the path of a request'],
  [{ path: '/a b' }, '"/a b" is not the path of a request'],
  [{ path: '/', method: 'CONNECT' }, 'is not the method of a request that a test can send'],
  [{ path: '/', status: '101' }, '"101" is not a status'],
  [{ path: '/', header: 'Accept' }, '"Accept" is not a header'],
  [{ path: '/', body: 'text' }, 'GET has no body'],
])('an answer that makes no request is refused: %o', async (answers, reason) => {
  await expect(generated(answers)).rejects.toThrow(reason);
});

test('a file that the server sends by itself is refused', async () => {
  const site = await siteWith({ 'public/style.css': 'p {}' });

  await expect(generated({ path: '/style.css?v=1' }, { site })).rejects.toThrow(
    'public/style.css is sent by the server itself',
  );
});

test('a test whose name is taken gets a number, and the same once more changes nothing', async () => {
  const other = await siteWith({ 'test/get-ping.test.ts': '// Another test.\n' });
  const { path, text } = await generated({ path: '/ping' }, { site: other });
  expect(path).toBe('test/get-ping-2.test.ts');

  const same = await siteWith({ 'test/get-ping.test.ts': text });
  expect((await generated({ path: '/ping' }, { site: same })).path).toBe('');
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
