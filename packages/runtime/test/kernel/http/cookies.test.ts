import { describe, expect, test } from 'vitest';
import {
  type CookieAttributes,
  EmptyResponse,
  HttpResponse,
  InvalidArgumentError,
  ServerRequest,
  TextResponse,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { askHttp2, serveHttp2 } from '../../support/http2-client.ts';
import { ask, serve } from '../../support/serve.ts';

const cookiesOf = (header: string): [string, string][] => [
  ...new ServerRequest('/', { headers: { Cookie: header } }).cookies,
];

/** The lines of Set-Cookie that a client gets. */
const linesOf = (response: HttpResponse): string[] => response.toWeb().headers.getSetCookie();

const set = (name: string, value: string, attributes?: CookieAttributes): string | undefined =>
  linesOf(new EmptyResponse().withCookie(name, value, attributes))[0];

describe('request.cookies', () => {
  test.for<[header: string, cookies: [string, string][]]>([
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1; b=2;c=3;  d = 4 ',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
      ],
    ],
    ['a=', [['a', '']]],
    ['a=x=y==', [['a', 'x=y==']]],
    ['a="quoted"', [['a', '"quoted"']]],
    ['a=%C3%A9%20%3B', [['a', 'é ;']]],
    ['a=%', [['a', '%']]],
    ['a=%E0%A4%A', [['a', '%E0%A4%A']]],
    ['%61=1', [['%61', '1']]],
    ['a; b=2; c', [['b', '2']]],
    [';;; =;', []],
    ['=nameless; a=1', [['a', '1']]],
    [
      'a=1; A=2',
      [
        ['a', '1'],
        ['A', '2'],
      ],
    ],
  ])('of the header %j', ([header, cookies]) => {
    expect(cookiesOf(header)).toEqual(cookies);
  });

  test('of one name are resolved to the first, which has the longest path', () => {
    expect(cookiesOf('a=inner; b=1; a=outer; a=')).toEqual([
      ['a', 'inner'],
      ['b', '1'],
    ]);
  });

  test.for(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', (name) => {
    expect(new ServerRequest('/').cookies.get(name)).toBeUndefined();
    expect(cookiesOf(`${name}=1; ${name}=2; a=3`)).toEqual([
      [name, '1'],
      ['a', '3'],
    ]);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  test.for(['\u00a0', '\u0085', '\u00ad', '$', '%20'])(
    'with %j before a prefix is another cookie, not the one with the prefix',
    (blank) => {
      const { cookies } = new ServerRequest('/', {
        headers: { Cookie: `${blank}__Host-id=forged; $Version=1; a="x; __Host-id=inside"` },
      });
      expect(cookies.get(`${blank}__Host-id`)).toBe('forged');
      expect(cookies.get('__Host-id')).toBe('inside"');
    },
  );

  test.for([
    '__host-id=forged',
    '__HOST-ID=forged',
    '=__Host-id=forged',
    ' = __Host-id=forged',
    '__Host-id',
    '\u00a0__Host-id=forged',
    '"__Host-id"=forged',
    '__Host%2Did=forged',
    '__Host-id\u00a0=forged',
  ])('a cookie %j is not __Host-id (H2)', (cookie) => {
    const { cookies } = new ServerRequest('/', { headers: { Cookie: `${cookie}; b=1` } });
    expect([cookies.get('__Host-id'), cookies.get('b')]).toEqual([undefined, '1']);
    const both = new ServerRequest('/', { headers: { Cookie: `${cookie}; __Host-id=right` } });
    expect(both.cookies.get('__Host-id')).toBe('right');
  });

  test('are many without taking long', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `c${index}=${index}`).join('; ');
    expect(cookiesOf(many)).toHaveLength(100_000);
    expect(cookiesOf(';'.repeat(1_000_000))).toEqual([]);
    expect(cookiesOf(`${'a;'.repeat(500_000)}b=1`)).toEqual([['b', '1']]);
  });

  test('are parsed once for all copies, and again for a changed header', () => {
    const request = new ServerRequest('/', { headers: { Cookie: 'a=1' } });
    expect(request.withAttribute('b', 1).cookies).toBe(request.cookies);
    expect(request.withHeader('Cookie', 'a=2').cookies.get('a')).toBe('2');
    expect(request.withHeader('X-A', '1').cookies.get('a')).toBe('1');
    expect(request.cookies.get('a')).toBe('1');
  });
});

describe('response.withCookie', () => {
  test('sets a path, HttpOnly and SameSite=Lax by default', () => {
    expect(set('a', '1')).toBe('a=1; Path=/; HttpOnly; SameSite=Lax');
    expect(set('a', '1', { httpOnly: false, sameSite: false, path: undefined })).toBe('a=1; Path=/');
  });

  test('sets every attribute', () => {
    const attributes: CookieAttributes = {
      path: '/shop',
      domain: 'example.org',
      maxAge: 60,
      expires: new Date('2030-01-02T03:04:05Z'),
      httpOnly: true,
      secure: true,
      sameSite: 'none',
      partitioned: true,
      priority: 'high',
    };
    expect(set('a', '1', attributes)).toBe(
      'a=1; Max-Age=60; Domain=example.org; Path=/shop; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; Secure; ' +
        'Partitioned; Priority=High; SameSite=None',
    );
    expect(set('a', '1', { sameSite: true })).toMatch(/SameSite=Strict$/);
  });

  test.for<[attributes: CookieAttributes, end: string]>([
    [{ priority: 'low' }, 'Priority=Low; SameSite=Lax'],
    [{ priority: 'medium' }, 'Priority=Medium; SameSite=Lax'],
    [{ priority: 'high' }, 'Priority=High; SameSite=Lax'],
    [{ sameSite: 'strict' }, 'SameSite=Strict'],
    [{ sameSite: 'lax' }, 'SameSite=Lax'],
    [{ sameSite: false }, 'HttpOnly'],
    [{ maxAge: 0 }, 'Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    [{ maxAge: -1 }, 'Max-Age=-1; Path=/; HttpOnly; SameSite=Lax'],
    [{ partitioned: false, secure: false }, 'Path=/; HttpOnly; SameSite=Lax'],
  ])('with %j ends with %s', ([attributes, end]) => {
    expect(set('a', '1', attributes)?.endsWith(`; ${end}`)).toBe(true);
  });

  test.for(['', 'plain', 'é ;,"\\=\r\nSet-Cookie: b=2', '%', '\u{1f600}'])(
    'encodes the value %j so that request.cookies has the same',
    (value) => {
      const line = set('a', value) ?? '';
      expect(line).toMatch(/^a=[!-~]*; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(cookiesOf(line.split(';')[0] ?? '')).toEqual([['a', value]]);
    },
  );

  test('leaves the response that it is called on, its body and its other headers as they are', () => {
    const response = new TextResponse('text', 201, { 'X-A': '1' });
    const copy = response.withCookie('a', '1');
    expect([copy.status, copy.content, copy.header('x-a')]).toEqual([201, 'text', '1']);
    expect(linesOf(response)).toEqual([]);
  });

  test('adds a line for each cookie', () => {
    const response = new EmptyResponse()
      .withAddedHeader('Set-Cookie', 'raw=1')
      .withCookie('a', '1')
      .withCookie('b', '2', { expires: new Date(0) })
      .withHeader('X-A', '1');
    const lines = linesOf(response);
    expect(lines.map((line) => line.split(';')[0])).toEqual(['raw=1', 'a=1', 'b=2']);
    expect(linesOf(HttpResponse.fromWeb(response.toWeb()))).toEqual(lines);
  });

  test.for<[name: string, attributes: CookieAttributes, kept: readonly string[]]>([
    ['a', {}, ['A=0', 'raw=0', 'a=1']],
    ['A', {}, ['a=0', 'raw=0', 'A=1']],
    ['a', { path: '/shop' }, ['a=0', 'A=0', 'raw=0', 'a=1']],
    ['a', { domain: 'example.org' }, ['a=0', 'A=0', 'raw=0', 'a=1']],
    ['a', { secure: true, partitioned: true }, ['a=0', 'A=0', 'raw=0', 'a=1']],
    ['raw', { domain: 'example.org', path: '/x' }, ['a=0', 'A=0', 'raw=1']],
  ])(
    'of %s with %j replaces one of the same name, path, domain and partition alone',
    ([name, attributes, kept]) => {
      const response = new EmptyResponse(204, [['X-A', '1']])
        .withCookie('a', '0')
        .withCookie('A', '0', { maxAge: 7 })
        .withAddedHeader('set-cookie', 'raw=0; path=/x; domain=.EXAMPLE.org; max-age=5')
        .withCookie(name, '1', attributes);
      expect(linesOf(response).map((line) => line.split(';')[0])).toEqual(kept);
      expect(response.header('x-a')).toBe('1');
    },
  );

  test('accepts prefixed names with the attributes that they require', () => {
    expect(set('__Host-a', '1', { secure: true })).toBe('__Host-a=1; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(set('__Secure-a', '1', { secure: true, domain: 'a.example', path: '/x' })).toMatch(
      /^__Secure-a=1; /,
    );
    expect(set('__Http-a', '1', { secure: true, domain: 'a.example', path: '/x' })).toMatch(
      /; HttpOnly; Secure/,
    );
    expect(set('__Host-Http-a', '1', { secure: true })).toMatch(/; Path=\/; HttpOnly; Secure/);
    expect(set('__Host-Httpa', '1', { secure: true, httpOnly: false })).not.toContain('HttpOnly');
    expect(set('__Hosted', '1')).toBeDefined();
  });

  test.for([
    '',
    'a b',
    'a=b',
    'a;b',
    'a,b',
    'a\r\nb',
    'a\u0000',
    'é',
    ' a',
    '\u2000__Host-a',
    '"a"',
    undefined,
    7,
  ])('rejects the name %j', (name) => {
    const expected = new InvalidArgumentError('name of a cookie', 'an HTTP token such as "theme"', name);
    expect(() => set(name as string, '1')).toThrow(expected);
  });

  test.for([undefined, null, 7, {}, '\ud800'])('rejects the value %j', (value) => {
    const expected = new InvalidArgumentError('value of the cookie "a"', 'a well-formed string', value);
    expect(() => set('a', value as string)).toThrow(expected);
  });

  test('rejects a cookie of more than 4096 bytes: name, encoded value and attributes together', () => {
    const overhead = (set('a', '') ?? '').length;
    const most = 'x'.repeat(4096 - overhead);
    expect(set('a', most)).toHaveLength(4096);
    expect(() => set('a', `${most}x`)).toThrow(
      'The argument value of the cookie "a" must be at most 4096 bytes with its name and attributes, not 4097. ' +
        'Store large values on the server.',
    );
    expect(() => set('a', 'é'.repeat(1000))).toThrow(InvalidArgumentError);
    expect(() => set(`a${most}`, 'x')).toThrow(InvalidArgumentError);
  });

  test.for<[name: string, attributes: CookieAttributes]>([
    ['a', { path: '' }],
    ['a', { path: 'shop' }],
    ['a', { path: '/; Domain=evil.example' }],
    ['a', { path: '/\r\nX: 1' }],
    ['a', { path: '/é' }],
    ['a', { path: `/${'x'.repeat(1024)}` }],
    ['a', { domain: '' }],
    ['a', { domain: 'example.org; Path=/evil' }],
    ['a', { domain: 'example.org\n' }],
    ['a', { domain: 'exa mple.org' }],
    ['a', { domain: 'example.org.' }],
    ['a', { domain: 'https://example.org' }],
    ['a', { domain: ['example.org'] as unknown as string }],
    ['a', { domain: `${'a.'.repeat(200)}org` }],
    ['a', { maxAge: 1.5 }],
    ['a', { maxAge: Number.NaN }],
    ['a', { maxAge: Number.POSITIVE_INFINITY }],
    ['a', { maxAge: 1e21 }],
    ['a', { maxAge: '60' as unknown as number }],
    ['a', { expires: new Date(Number.NaN) }],
    ['a', { expires: new Date('+010000-01-01') }],
    ['a', { expires: 60 as unknown as Date }],
    ['a', { httpOnly: 'false' as unknown as boolean }],
    ['a', { secure: 1 as unknown as boolean }],
    ['a', { sameSite: 'Lax' as 'lax' }],
    ['a', { sameSite: null as unknown as false }],
    ['a', { priority: 'urgent' as 'high' }],
    ['a', { sameSite: 'none' }],
    ['a', { sameSite: 'none', secure: false }],
    ['a', { partitioned: true }],
    ['__Host-a', {}],
    ['__HOST-a', { secure: false }],
    ['__hOsT-a', { secure: true, path: '/shop' }],
    ['__Host-a', { secure: true, domain: 'example.org' }],
    ['__Secure-a', {}],
    ['__Http-a', {}],
    ['__HTTP-a', { secure: true, httpOnly: false }],
    ['__Host-Http-a', {}],
    ['__host-HTTP-a', { secure: true, httpOnly: false }],
    ['__Host-Http-a', { secure: true, path: '/shop' }],
    ['__Host-Http-a', { secure: true, domain: 'example.org' }],
    ['__secure-a', { secure: false }],
    ['a', { max_age: 60 } as CookieAttributes],
    ['a', { httponly: true } as CookieAttributes],
    ['a', { constructor: 1 } as unknown as CookieAttributes],
  ])('rejects %s with %j', ([name, attributes]) => {
    const message = new RegExp(`^The argument \\w+ of the cookie "${name}" must be .+, not `);
    expect(() => set(name, '1', attributes)).toThrow(message);
    expect(() => set(name, '1', attributes)).toThrow(InvalidArgumentError);
  });
});

describe('response.withoutCookie', () => {
  const removed = (name: string, attributes?: CookieAttributes): string[] =>
    linesOf(new EmptyResponse().withCookie('b', '1').withCookie('a', '1').withoutCookie(name, attributes));
  const gone = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

  test('lets the browser delete it, in place of a cookie that was set before', () => {
    const [kept, line, ...more] = removed('a');
    expect([kept, line, more]).toEqual([
      'b=1; Path=/; HttpOnly; SameSite=Lax',
      `a=; Max-Age=0; Path=/; ${gone}; HttpOnly; SameSite=Lax`,
      [],
    ]);
  });

  test('accepts the attributes with which it was set, except its age', () => {
    const attributes: CookieAttributes = {
      path: '/x',
      domain: 'a.example',
      maxAge: 60,
      expires: new Date(9e12),
    };
    expect(removed('a', attributes).at(-1)).toBe(
      `a=; Max-Age=0; Domain=a.example; Path=/x; ${gone}; HttpOnly; SameSite=Lax`,
    );
  });

  test.for(['__Host-a', '__Secure-a', '__HOST-a', '__Http-a', '__Host-Http-a'])(
    'requires Secure to delete %s',
    (name) => {
      expect(removed(name).at(-1)).toBe(
        `${name}=; Max-Age=0; Path=/; ${gone}; HttpOnly; Secure; SameSite=Lax`,
      );
    },
  );

  test('rejects a malformed path', () => {
    expect(() => removed('a', { path: '/;' })).toThrow(InvalidArgumentError);
  });
});

inBothVariants((kit) => {
  test('several cookies are as many lines, over HTTP/1, HTTP/2 and fetch (H2)', async () => {
    const app = kit.app();
    app.pipe(kit.around((response) => response.withCookie('c', '3')));
    app.pipe(
      kit.handler(({ cookies }) => {
        const response = new TextResponse([...cookies].join(' ')).withCookie('a', '1').withCookie('b', '2');
        return cookies.has('web') ? response.toWeb() : response;
      }),
    );
    const lines = ['a=1', 'b=2', 'c=3'].map((cookie) => `${cookie}; Path=/; HttpOnly; SameSite=Lax`);
    const headers = { Cookie: 'web=1; x=2' };
    const [http1, http2] = [await serve(app), await serveHttp2(app)];
    const overHttp1 = await ask(http1, { headers });
    const overHttp2 = await askHttp2(http2, { headers });
    const byFetch = await app.fetch(new Request('http://localhost/', { headers }));
    expect(overHttp1.headers['set-cookie']).toEqual(lines);
    expect(overHttp2.headers['set-cookie']).toEqual(lines);
    expect(byFetch.headers.getSetCookie()).toEqual(lines);
    expect([overHttp1.body, overHttp2.body, await byFetch.text()]).toEqual(Array(3).fill('web,1 x,2'));
  });
});
