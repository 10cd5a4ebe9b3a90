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
} from '../../src/index.ts';

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

  test('takes a status and headers, and keeps a content type that is given', () => {
    const response = new Helper('a', 404, { 'X-A': '1' });
    expect(response.status).toBe(404);
    expect(response.header('x-a')).toBe('1');
    expect(response.header('content-type')).toBe(type);
    expect(new Helper('a', 200, { 'content-TYPE': 'text/css' }).header('content-type')).toBe('text/css');
    expect(new Helper('a', 200, new Headers({ 'Content-Type': 'text/css' })).header('content-type')).toBe(
      'text/css',
    );
  });

  test('gives an HttpResponse with the same header when it is changed', () => {
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

  test('keeps a content type that is given', () => {
    const response = new JsonResponse({}, 422, { 'Content-Type': 'application/problem+json' });
    expect(response.status).toBe(422);
    expect(response.header('content-type')).toBe('application/problem+json');
  });

  test.for([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
  ] as const)('refuses %s, which has no JSON form', ([, data]) => {
    expect(() => new JsonResponse(data)).toThrow(InvalidArgumentError);
  });

  test('refuses what JSON.stringify refuses, and tells what that said', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    for (const data of [circular, 1n]) {
      expect(() => new JsonResponse(data)).toThrow(
        expect.objectContaining({ code: 'FW_INVALID_ARGUMENT', cause: expect.any(TypeError) }),
      );
    }
  });

  test('lets through what the toJSON() of the data throws', () => {
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
    ['/\\evil.example', '/%5Cevil.example'],
    ['/{id}?q="<a>"', '/%7Bid%7D?q=%22%3Ca%3E%22'],
    ['https://other.example//x', 'https://other.example//x'],
    ['', ''],
  ])('escapes what no URI may hold: %j', ([uri, location]) => {
    expect(new RedirectResponse(uri).header('location')).toBe(location);
  });

  test.for(['//evil.example', '///evil.example/x', '//evil.example/..//x?y'])(
    'keeps a path on its host: %s',
    (path) => {
      const location = new RedirectResponse(path).header('location') ?? '';
      const url = new URL(location, 'https://here.example/a/b');
      expect(url.host).toBe('here.example');
      expect(url.href.endsWith(new URL(`https://here.example${path}`).pathname + url.search)).toBe(true);
    },
  );
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
