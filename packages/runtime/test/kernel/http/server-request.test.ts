import { describe, expect, expectTypeOf, test } from 'vitest';
import { FwError, HttpError, InvalidArgumentError, RouteResult, ServerRequest } from '../../../src/index.ts';

describe('a request created from a string, a URL or a Web Request', () => {
  test('takes a path as one on http://localhost', () => {
    const request = new ServerRequest('/blog/post?page=2');
    expect(request).toMatchObject({
      method: 'GET',
      path: '/blog/post',
      originalPath: '/blog/post',
      queryString: 'page=2',
    });
    expect(request.url.href).toBe('http://localhost/blog/post?page=2');
    expect(request.ip).toBeUndefined();
    expect(request.params).toEqual({});
  });

  test('has neither a platform nor a server that shuts down', () => {
    const { platform, waitUntil, draining, closing } = new ServerRequest('/');
    expect([platform, waitUntil, draining, closing.aborted]).toEqual([undefined, undefined, false, false]);
  });

  test('takes a URL', () => {
    const request = new ServerRequest(new URL('https://example.org:8443/a?b#c'));
    expect(request.url.host).toBe('example.org:8443');
    expect(request.path).toBe('/a');
    expect(request.queryString).toBe('b');
  });

  test.for(['http://', '//'])('rejects %j, which is no URL', (input) => {
    expect(() => new ServerRequest(input)).toThrow(
      new InvalidArgumentError('input', 'a path, a URL or a Web Request', input),
    );
  });

  test('accepts a Web Request unchanged', async () => {
    const web = new Request('http://h/a', { method: 'POST', body: 'x', headers: { 'X-A': '1' } });
    const request = new ServerRequest(web);
    expect(request.method).toBe('POST');
    expect(request.header('x-a')).toBe('1');
    expect(await request.text()).toBe('x');
    const bodiless = new Request('http://h/a');
    expect(new ServerRequest(bodiless).toWeb()).toBe(bodiless);
  });

  test('lets the init override the Web Request', () => {
    const web = new Request('http://h/a', { headers: { 'X-A': '1' } });
    const request = new ServerRequest(web, {
      method: 'PUT',
      headers: { 'X-B': '2' },
      attributes: [['k', 1]],
    });
    expect(request.method).toBe('PUT');
    expect(request.header('x-a')).toBeUndefined();
    expect(request.header('x-b')).toBe('2');
    expect(request.getAttribute('k')).toBe(1);
  });

  test.for([
    ['/%61/b', '/a/b'],
    ['/a/../b', '/b'],
    ['/a%2fb', '/a%2Fb'],
    ['/é', '/%C3%A9'],
    ['/a//b', '/a//b'],
    ['', '/'],
  ])('has the canonical path: %s becomes %s', ([input, path]) => {
    expect(new ServerRequest(`http://h${input}`).path).toBe(path);
  });

  test('does not throw for a malformed escape, so that the application can respond with 400', () => {
    const request = new ServerRequest('/%zz');
    expect(request.source.rejection).toBeInstanceOf(HttpError);
    expect(request.source.rejection?.status).toBe(400);
  });

  test.for(['get', 'post', 'Delete', 'purge'])('stores the method %s in upper case', (method) => {
    expect(new ServerRequest('/', { method }).method).toBe(method.toUpperCase());
  });

  test.for(['TRACE', 'trace', 'TRACK', 'CONNECT'])(
    'accepts the method %s, which the Web rejects and a server may receive',
    (method) => {
      const request = new ServerRequest('/?a', { method, headers: { 'X-A': '1' } });
      expect([request.method, request.queryString]).toEqual([method.toUpperCase(), 'a']);
      expect([request.header('x-a'), request.bodyUsed]).toEqual(['1', false]);
    },
  );

  test('parses the query, and has an empty one by default', () => {
    const { query } = new ServerRequest('/?a=1&a=2&b=%20+');
    expect(query.getAll('a')).toEqual(['1', '2']);
    expect(query.get('b')).toBe('  ');
    expect(new ServerRequest('/').queryString).toBe('');
    expect(new ServerRequest('/?').queryString).toBe('');
    expect([...new ServerRequest('/').query]).toEqual([]);
  });

  test('carries the signal of the Web Request', () => {
    const controller = new AbortController();
    const request = new ServerRequest(new Request('http://h/', { signal: controller.signal }));
    expect(request.signal.aborted).toBe(false);
    controller.abort();
    expect(request.signal.aborted).toBe(true);
  });
});

describe('headers', () => {
  const request = new ServerRequest('/', {
    headers: [
      ['X-A', '1'],
      ['x-a', '2'],
      ['X-B', '3'],
    ],
  });

  test('are found in any case, repeated ones joined', () => {
    expect(request.header('X-a')).toBe('1, 2');
    expect(request.headers.get('x-A')).toBe('1, 2');
    expect(request.header('x-c')).toBeUndefined();
  });

  test('are the same object each time', () => {
    expect(request.headers).toBe(request.headers);
  });

  test.for(['set', 'append', 'delete'] as const)('are read-only: %s throws', (method) => {
    const expected = new FwError(
      'FW_READ_ONLY_HEADERS',
      'These headers are read-only: withHeader() and withoutHeader() return a changed copy.',
    );
    expect(() => request.headers[method]('x-a', '9')).toThrow(expected);
    expect(request.header('x-a')).toBe('1, 2');
  });

  test('can be taken over into other Headers', () => {
    const copy = new Headers(request.headers);
    copy.set('x-a', '9');
    expect(copy.get('x-a')).toBe('9');
  });

  test('withHeader replaces every line of a name in a copy', () => {
    const changed = request.withHeader('x-A', 'new').withHeader('X-C', '');
    expect(changed.header('x-a')).toBe('new');
    expect(changed.header('x-b')).toBe('3');
    expect(changed.header('x-c')).toBe('');
    expect(changed.headers.get('x-a')).toBe('new');
    expect(request.header('x-a')).toBe('1, 2');
    expect(() => changed.headers.set('a', 'b')).toThrow(FwError);
  });

  test.for([
    ['x', 'a\r\nSet-Cookie: b'],
    ['x', 'a\nb'],
    ['x', '\u0000'],
    ['x', '€'],
    ['a b', 'c'],
    ['', 'c'],
    ['a:', 'c'],
    ['a\r\n', 'c'],
  ] as const)('withHeader rejects the malformed header %j: %j', ([name, value]) => {
    expect(() => request.withHeader(name, value)).toThrow(InvalidArgumentError);
  });
});

describe('a changed copy', () => {
  const request = new ServerRequest('/a/b?c', { attributes: [['k', 1]] });

  test('withMethod changes the method alone', () => {
    const copy = request.withMethod('post');
    expect(copy.method).toBe('POST');
    expect(copy).toMatchObject({ path: '/a/b', queryString: 'c' });
    expect(request.method).toBe('GET');
  });

  test('withPath makes the path canonical and keeps the received path', () => {
    const copy = request.withPath('x/../%61');
    expect(copy.path).toBe('/a');
    expect(copy.originalPath).toBe('/a/b');
    expect(copy.url.pathname).toBe('/a/b');
    expect(copy.queryString).toBe('c');
    expect(request.path).toBe('/a/b');
  });

  test('withPath rejects a malformed escape', () => {
    expect(() => request.withPath('/%')).toThrow(HttpError);
  });

  test('keeps the changes of earlier copies', () => {
    const copy = request.withMethod('PUT').withPath('/z').withHeader('a', 'b').withAttribute('l', 2);
    expect(copy).toMatchObject({ method: 'PUT', path: '/z' });
    expect(copy.header('a')).toBe('b');
    expect(copy.getAttribute('k')).toBe(1);
    expect(copy.getAttribute('l')).toBe(2);
  });

  test('has the type of the original', () => {
    const typed = request as unknown as ServerRequest<{ id: string }>;
    expectTypeOf(typed.withMethod('GET')).toEqualTypeOf<ServerRequest<{ id: string }>>();
    expectTypeOf(typed.withAttribute('a', 1).params.id).toBeString();
    expect(typed.withMethod('GET')).toBeInstanceOf(ServerRequest);
  });
});

describe('attributes', () => {
  class Session {
    readonly user = 'ann';
  }
  const key = Symbol('key');

  test('are kept under a name, a symbol or a class', () => {
    const session = new Session();
    const request = new ServerRequest('/')
      .withAttribute('name', 'a')
      .withAttribute(key, 'b')
      .withAttribute(Session, session);
    expect(request.getAttribute('name')).toBe('a');
    expect(request.getAttribute(key)).toBe('b');
    expect(request.getAttribute(Session)).toBe(session);
    expect(request.getAttribute(Symbol('key'))).toBeUndefined();
    expect(request.getAttribute('Session')).toBeUndefined();
  });

  test('come from the init too, in any iterable', () => {
    const request = new ServerRequest('/', {
      attributes: new Map<symbol | string, unknown>([
        [key, 1],
        ['a', 2],
      ]),
    });
    expect(request.getAttribute(key)).toBe(1);
    expect(request.getAttribute('a')).toBe(2);
  });

  test('have the type of their class', () => {
    const request = new ServerRequest('/');
    expectTypeOf(request.getAttribute(Session)).toEqualTypeOf<Session | undefined>();
    expectTypeOf(request.getAttribute(RouteResult)).toEqualTypeOf<RouteResult | undefined>();
    expectTypeOf(request.getAttribute('a')).toBeUnknown();
    expectTypeOf(request.getAttribute('a', 1)).toEqualTypeOf<number>();
    expectTypeOf(request.getAttribute<string>('a')).toEqualTypeOf<string | undefined>();
    expect(request.getAttribute(Session)).toBeUndefined();
  });

  test('fall back only when absent', () => {
    const request = new ServerRequest('/', {
      attributes: [
        ['zero', 0],
        ['null', null],
        ['empty', ''],
      ],
    });
    expect(request.getAttribute('nope', 'fallback')).toBe('fallback');
    expect(request.getAttribute<unknown>('zero', 1)).toBe(0);
    expect(request.getAttribute<unknown>('null', 1)).toBeNull();
    expect(request.getAttribute<unknown>('empty', 1)).toBe('');
  });

  test('can be replaced and removed in a copy, and set again', () => {
    const first = new ServerRequest('/', { attributes: [['a', 1]] });
    const second = first.withAttribute('a', 2);
    const third = second.withoutAttribute('a');
    expect([first, second, third].map((request) => request.getAttribute('a'))).toEqual([1, 2, undefined]);
    expect(third.getAttribute('a', 'fallback')).toBe('fallback');
    expect(third.withAttribute('a', 4).getAttribute('a')).toBe(4);
    expect(first.withoutAttribute('never set').getAttribute('a')).toBe(1);
  });

  test.for(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may be called %s', (name) => {
    const request = new ServerRequest('/');
    expect(request.getAttribute(name)).toBeUndefined();
    expect(request.withAttribute(name, 1).getAttribute(name)).toBe(1);
  });
});

describe('toWeb', () => {
  test('returns a Web Request with the method and headers of the copy, otherwise as received', async () => {
    const request = new ServerRequest('http://h/a?b', { method: 'POST', body: 'x', headers: { a: '1' } });
    const web = request.withMethod('PUT').withHeader('a', '2').withPath('/elsewhere').toWeb();
    expect(web.method).toBe('PUT');
    expect(web.url).toBe('http://h/a?b');
    expect(web.headers.get('a')).toBe('2');
    expect(await web.text()).toBe('x');
  });

  test.for(['TRACE', 'CONNECT'])(
    'reports that no Web Request can have the method %s; the URL works',
    (method) => {
      const message = `The argument method must be one that a Web Request can have, not "${method}".`;
      for (const request of [
        new ServerRequest('/a', { method }),
        new ServerRequest('/a').withMethod(method),
      ]) {
        expect(() => request.toWeb()).toThrow(message);
        expect(request.url.href).toBe('http://localhost/a');
        expect(request.signal.aborted).toBe(false);
      }
    },
  );

  test.for([
    ['without a body', {}],
    ['with a body', { method: 'POST', body: 'x' }],
  ] as const)('returns the same Web Request each time %s', ([, init]) => {
    const request = new ServerRequest('/', init);
    const web = request.toWeb();
    expect(request.toWeb()).toBe(web);
    expect(request.withAttribute('a', 1).toWeb()).toBe(web);
  });

  test('does not throw when the method of a request with a body becomes GET', () => {
    const request = new ServerRequest('/', { method: 'POST', body: 'x' });
    expect(request.withMethod('GET').toWeb().method).toBe('GET');
  });
});
