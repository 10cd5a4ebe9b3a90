import { describe, expect, test } from 'vitest';
import {
  EmptyResponse,
  HtmlResponse,
  HttpError,
  HttpResponse,
  InvalidArgumentError,
  JsonResponse,
  RedirectResponse,
  TextResponse,
} from '../../../src/index.ts';

describe.for([
  ['TextResponse', TextResponse, 'text/plain; charset=utf-8'],
  ['HtmlResponse', HtmlResponse, 'text/html; charset=utf-8'],
] as const)('%s', ([, Helper, type]) => {
  test('is 200 with its content type', async () => {
    const response = new Helper('<é>');
    expect(response).toBeInstanceOf(HttpResponse);
    expect(response.status).toBe(200);
    expect(response.header('content-type')).toBe(type);
    expect(await response.toWeb().text()).toBe('<é>');
  });

  test('takes a status and headers, and keeps an explicit content type', () => {
    const response = new Helper('a', 404, { 'X-A': '1' });
    expect(response.status).toBe(404);
    expect(response.header('x-a')).toBe('1');
    expect(response.header('content-type')).toBe(type);
    expect(new Helper('a', 200, { 'content-TYPE': 'text/css' }).header('content-type')).toBe('text/css');
    expect(new Helper('a', 200, new Headers({ 'Content-Type': 'text/css' })).header('content-type')).toBe(
      'text/css',
    );
  });

  test('returns an HttpResponse with the same header when it is changed', () => {
    expect(new Helper('a').withStatus(201).header('content-type')).toBe(type);
  });
});

describe('JsonResponse', () => {
  test.for([
    [{ a: [1, 'é', null] }, '{"a":[1,"é",null]}'],
    [null, 'null'],
    [0, '0'],
    ['', '""'],
    [false, 'false'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('writes %j', async ([data, text]) => {
    const response = new JsonResponse(data);
    expect(response.header('content-type')).toBe('application/json');
    expect(await response.toWeb().text()).toBe(text);
  });

  test('keeps an explicit content type', () => {
    const response = new JsonResponse({}, 422, { 'Content-Type': 'application/problem+json' });
    expect(response.status).toBe(422);
    expect(response.header('content-type')).toBe('application/problem+json');
  });

  test.for([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
  ] as const)('rejects %s, which has no JSON form', ([, data]) => {
    expect(() => new JsonResponse(data)).toThrow(InvalidArgumentError);
  });

  const circular: Record<string, unknown> = { list: [{}] };
  circular['list'] = [{ 'a key': circular }];
  const shared = {};

  test.for<[what: string, data: unknown, message: string]>([
    ['a BigInt', 1n, 'data must be a value with a JSON form, not 1. It is a BigInt: write'],
    [
      'a BigInt inside',
      { users: [{}, { id: 7n }] },
      'data.users[1].id must be a value with a JSON form, not 7. It',
    ],
    ['a BigInt after a repeated object', [shared, shared, { a: 1n }], 'data[2].a must be'],
    [
      'a BigInt after values of every other type',
      {
        none: null,
        text: 'aa',
        number: 1,
        flag: true,
        absent: undefined,
        call: () => 1,
        date: new Date(0),
        big: 1n,
      },
      'data.big must be',
    ],
    ['a BigInt under a key that is no name', { '': { 'a-b': 1n } }, 'data[""]["a-b"] must be'],
    [
      'a BigInt that toJSON() gives',
      { when: { toJSON: (key: string) => ({ [key]: 1n }) } },
      'data.when.when must be',
    ],
    [
      'what contains itself',
      { top: circular },
      'data.top.list[0]["a key"] must be a value with a JSON form, not an object with the keys "list". It is circular: it is data.top.',
    ],
  ])('names the key of %s', ([, data, message]) => {
    expect(() => new JsonResponse(data)).toThrow(
      expect.objectContaining({
        code: 'FW_INVALID_ARGUMENT',
        message: expect.stringContaining(`The argument ${message}`) as string,
        cause: expect.any(TypeError) as TypeError,
      }),
    );
  });

  test.for<[what: string, fail: (error: Error) => unknown]>([
    [
      'a getter',
      (error) => ({
        get a() {
          throw error;
        },
      }),
    ],
    [
      'a toJSON() inside, before a BigInt',
      (error) => [
        {
          toJSON() {
            throw error;
          },
        },
        1n,
      ],
    ],
    [
      'a proxy',
      (error) =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw error;
            },
          },
        ),
    ],
  ])('rethrows an error of %s, a TypeError too', ([, fail]) => {
    for (const error of [new TypeError('of mine'), new RangeError('mine')]) {
      expect(() => new JsonResponse(fail(error))).toThrow(error);
    }
  });

  test('reports data that is nested too deeply', () => {
    const deep: unknown = Array.from({ length: 100_000 }).reduce((inner) => [inner], 1n);
    expect(() => new JsonResponse(deep)).toThrow(
      'The argument data must be a value with a JSON form, not an array of 1. It is nested too deeply',
    );
  });

  test('reads data that has no JSON form once, however deep it is (defect 5)', () => {
    const readsOf = (depth: number): number => {
      let reads = 0;
      const counted = (inner: unknown): object => ({
        get inner() {
          reads++;
          return inner;
        },
      });
      let data: unknown = 1n;
      for (let level = 0; level < depth; level++) data = counted(data);
      expect(() => new JsonResponse(data)).toThrow(InvalidArgumentError);
      return reads;
    };
    expect(readsOf(1000)).toBeLessThanOrEqual(2000);
    expect(readsOf(50_000)).toBeLessThanOrEqual(100_000);
  });

  test('rethrows an error of the toJSON() of the data', () => {
    const error = new HttpError(403);
    const data = {
      toJSON() {
        throw error;
      },
    };
    expect(() => new JsonResponse(data)).toThrow(error);
  });
});

describe('RedirectResponse', () => {
  test('is a 302 without a body', () => {
    const response = new RedirectResponse('/login');
    expect(response.status).toBe(302);
    expect(response.header('location')).toBe('/login');
    expect(response.body.size).toBe(0);
  });

  test('takes a URL, a status and headers', () => {
    const response = new RedirectResponse(new URL('https://h/a b'), 308, { location: '/other', 'X-A': '1' });
    expect(response.status).toBe(308);
    expect(response.header('location')).toBe('https://h/a%20b');
    expect(response.header('x-a')).toBe('1');
  });

  test.for<readonly [string, string]>([
    ['/é?q=ü', '/%C3%A9?q=%C3%BC'],
    ['/a b', '/a%20b'],
    ['/a%20b?c=d&e#f', '/a%20b?c=d&e#f'],
    ['/a\r\nSet-Cookie: b=c', '/a%0D%0ASet-Cookie:%20b=c'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/a\\b', '/a%5Cb'],
    ['/.//evil.example', '/.//evil.example'],
    ['?next=//a', '?next=//a'],
    ['/{id}?q="<a>"', '/%7Bid%7D?q=%22%3Ca%3E%22'],
    ['https://other.example//x', 'https://other.example//x'],
    ['', ''],
  ])('escapes characters that are invalid in a URI: %j', ([uri, location]) => {
    expect(new RedirectResponse(uri).header('location')).toBe(location);
  });

  test.for([
    '//evil.example',
    '///evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\r\n\\evil.example',
    '\t//evil.example',
    ' \u0000\u001f//evil.example',
    '\n/\n/evil.example',
  ])('rejects the string %j, which browsers interpret as another host', (uri) => {
    expect(new URL(uri, 'https://here.example/a/b').host).toBe('evil.example');
    expect(() => new RedirectResponse(uri)).toThrow(InvalidArgumentError);
    expect(() => new RedirectResponse(uri)).toThrow(
      /^The argument uri must be a path on this host or a string with a scheme, not .* give a URL object\.$/,
    );
  });

  test.for([
    '/',
    '/a//b',
    'a//b',
    './/a',
    '?//a',
    '#//a',
    '%2F/evil.example',
    '/%5Cevil.example',
    '/ /evil.example',
  ])('stays on its host with %j', (uri) => {
    const location = new RedirectResponse(uri).header('location') ?? '';
    expect(new URL(location, 'https://here.example/a/b').host).toBe('here.example');
  });

  test('goes to another host by a URL object or by a string with a scheme', () => {
    const uris = [new URL('//evil.example/x', 'https://here.example'), 'https://evil.example/x'];
    const locations = uris.map((uri) => new RedirectResponse(uri).header('location'));
    expect(locations).toEqual(['https://evil.example/x', 'https://evil.example/x']);
  });

  test.for([undefined, null, 7, ['/a'], {}])('rejects %j, which is no URI', (uri) => {
    expect(() => new RedirectResponse(uri as unknown as string)).toThrow(InvalidArgumentError);
  });
});

describe('EmptyResponse', () => {
  test('is a 204 without a body', () => {
    const response = new EmptyResponse();
    expect(response.status).toBe(204);
    expect(response.body.size).toBe(0);
    expect([...response.headers]).toEqual([]);
  });

  test('takes a status and headers', () => {
    const response = new EmptyResponse(405, { Allow: 'GET' });
    expect(response.status).toBe(405);
    expect(response.header('allow')).toBe('GET');
  });
});
