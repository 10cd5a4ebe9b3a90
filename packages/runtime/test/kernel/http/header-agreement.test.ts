import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { HttpResponse, JsonResponse, ServerRequest } from '../../../src/index.ts';
import { kitOfB } from '../../cases/kit.ts';
import { answerOf, serveHttp2 } from '../../support/http2-client.ts';
import { serve } from '../../support/serve.ts';

// Node's own `headers` keep the first of some of these, join others, and lose "__proto__".
const NAMES = [
  'Accept',
  'Age',
  'Authorization',
  'Constructor',
  'Content-Type',
  'Cookie',
  'ETag',
  'From',
  'If-Modified-Since',
  'Proxy-Authorization',
  'Referer',
  'Set-Cookie',
  'User-Agent',
  'X-Twice',
  '__proto__',
] as const;
const LINES = NAMES.flatMap((name) => [
  [name, 'one'],
  [name.toUpperCase(), 'two'],
]) as [string, string][];
const EXPECTED = Object.fromEntries(
  NAMES.map((name) => [`of ${name}`, name === 'Cookie' ? 'one; two' : 'one, two']),
);
const ABSENT = ['X-Absent', 'toString', 'hasOwnProperty'];

describe('header(name) and headers.get(name) agree on a request with repeated lines (S6)', () => {
  test('over HTTP/1', async () => {
    const outgoing = httpRequest({
      port: (await serve(telling())).port,
      host: '127.0.0.1',
      agent: false,
      headers: ['Host', 'h', ...LINES.flat()] as never,
    });
    outgoing.end();
    const incoming = await new Promise<NodeJS.ReadableStream>((resolve) =>
      outgoing.once('response', resolve),
    );
    expect(JSON.parse(await text(incoming))).toEqual(EXPECTED);
  });

  test('over HTTP/2', async () => {
    const session = await serveHttp2(telling());
    // Node's client sends no second line of the other names.
    const names = ['Accept', 'Constructor', 'Cookie', 'Set-Cookie', 'X-Twice'];
    const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), ['one', 'two']]));
    const { body } = await answerOf(session.request({ ':path': '/', ...headers }));
    const told = JSON.parse(body) as Record<string, unknown>;
    const expected = names.map((name) => [`of ${name}`, EXPECTED[`of ${name}`]] as const);
    expect(told).toMatchObject(Object.fromEntries(expected));
    expect(Object.values(told)).not.toContain('disagreed');
  });

  test('through fetch', async () => {
    expect(await (await telling().fetch(new Request('http://h/', { headers: LINES }))).json()).toEqual(
      EXPECTED,
    );
  });
});

test('header(name) and headers.get(name) agree on a response with repeated lines (S6)', () => {
  const response = new HttpResponse(null, 200, LINES);
  for (const copy of [response, response.withAddedHeader('X-Three', ' \t blank \t').withStatus(201)]) {
    expect(agreed(copy)).toEqual(EXPECTED);
    expect(copy.headers.get('x-three') ?? undefined).toBe(copy.header('x-three'));
  }
});

test.each(['', ' ', 'a b', 'ä', ':path', 'a\n'])(
  'header(name) has no value where %j is no name',
  async (name) => {
    expect(new HttpResponse().header(name)).toBeUndefined();
    expect(new ServerRequest('/').header(name)).toBeUndefined();
    expect(new ServerRequest('/').withHeader('a', 'b').header(name)).toBeUndefined();
  },
);

function telling() {
  const kit = kitOfB();
  const app = kit.app();
  app.pipe(
    kit.handler((request) => {
      const told = agreed(request);
      expect(agreed(request.withHeader('X-Other', '1'))).toEqual(told);
      expect(agreed(request.withPath('/b'))).toEqual(told);
      return new JsonResponse(told);
    }),
  );
  return app;
}

/** The common value of both; "disagreed" if they differ. */
function agreed(message: Pick<HttpResponse, 'header' | 'headers'>): Record<string, string | undefined> {
  return Object.fromEntries(
    [...NAMES, ...ABSENT].map((name) => {
      const value = message.header(name);
      return [`of ${name}`, value === (message.headers.get(name) ?? undefined) ? value : 'disagreed'];
    }),
  );
}
