import { describe, expect, test } from 'vitest';
import * as b from '../../../../runtime/src/b/index.ts';
import { Masking } from '../../../../devtools/src/recorder/masking.ts';
import { generated, recorded, run } from './generate-test.ts';

/** The request that `recorded` loads. */
function project(): b.Application {
  const app = b.AppFactory.create();
  app.get('/ping', () => new b.JsonResponse({ ack: 1 }));
  return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
}

describe('a recorded request becomes', () => {
  test("a test that sends the client's input, and ignores headers that change each time", async () => {
    const { path, text } = await generated({}, { record: recorded });

    expect(path).toBe('test/get-ping.test.ts');
    expect(text).toBe(`import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

const app = createTestApp();

test('GET /ping responds with 200', async () => {
  const response = await app.request('/ping');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
});
`);
  });

  test('flags with the same values', async () => {
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

  test('the values of other flags instead', async () => {
    const { text, path } = await generated({ status: '204', name: 'other' }, { record: recorded });

    expect(path).toBe('test/other.test.ts');
    expect(text).toContain('toBe(204)');
  });

  test('a test without the error page, which differs between machines', async () => {
    const response = { headers: [['content-type', 'text/html; charset=utf-8']] };
    const { text } = await generated({}, { record: { ...recorded, status: 500, response } });

    expect(text).toContain('toBe(500)');
    expect(text).not.toContain('content-type');
  });

  test('a test that is skipped until its secrets are filled in', async () => {
    const headers = [['authorization', 'Bearer ***']];
    const { text } = await generated({}, { record: { ...recorded, request: { headers } } });

    expect(text).toContain("headers: { Authorization: 'Bearer ***' }");
    expect(text).toContain('// Secrets were not recorded: replace *** in Authorization, then');
    expect(await run(text, project())).toBe('skipped');
  });

  test('a test without the secrets of its URL, as the inspector records it', async () => {
    const url = new Masking().url('/ping', 'code=OAUTH-CODE&sig=SIGNED&page=2');
    const response = {
      headers: [['location', new Masking().header('location', '/cb?code=OAUTH-CODE')]] as const,
    };
    const { text } = await generated({}, { record: { ...recorded, url, response, status: 302 } });

    expect(text).toContain("app.request('/ping?code=***&sig=***&page=2')");
    expect(text).toContain('in the query, then remove ".skip"');
    expect(text).not.toMatch(/OAUTH-CODE|SIGNED|location/);
    expect(await run(text, project())).toBe('skipped');
  });

  test('a test without cookies, with a note', async () => {
    const headers = [['cookie', 'sid=***']];
    const { text } = await generated({}, { record: { ...recorded, request: { headers } } });

    expect(text).toContain('// Cookies are secret and were left out');
    expect(text).not.toContain('sid');
    expect(await run(text, project())).toBe('passed');
  });
});

test.each([
  [{ ...recorded, status: undefined }, 'GET /ping has no response yet'],
  [{ ...recorded, status: 101 }, 'switched to another protocol (101)'],
  [{ ...recorded, layers: [] }, 'was handled by the server itself'],
  [
    { ...recorded, method: 'POST', request: { headers: [['content-type', 'image/png']], size: 9 } },
    'The body of POST /ping was not recorded',
  ],
  [{ method: 'GET' }, 'Standard input is not a recorded request'],
  ['text', 'Standard input is not a recorded request'],
])('a record that cannot become a test is rejected: %#', async (record, reason) => {
  await expect(generated({}, { record })).rejects.toThrow(reason);
});
