import { Readable } from 'node:stream';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { FwError, HttpResponse, InvalidArgumentError, TextResponse } from '../../../src/index.ts';
import { finalize } from '../../../src/kernel/http/response-body.ts';

describe('the status', () => {
  test('is 200 with its phrase by default', () => {
    const response = new HttpResponse();
    expect(response.status).toBe(200);
    expect(response.statusText).toBe('OK');
    expect(response.body.size).toBe(0);
    expect([...response.headers]).toEqual([]);
  });

  test.for([200, 204, 301, 404, 418, 599])('may be %i', (status) => {
    expect(new HttpResponse(null, status).status).toBe(status);
  });

  test.for([0, 100, 101, 199, 600, 200.5, Number.NaN, Number.POSITIVE_INFINITY, -1, '200', null])(
    'may not be %s',
    (status) => {
      const shown = typeof status === 'string' ? `"${status}"` : String(status);
      const message = `The argument status must be an integer from 200 to 599, not ${shown}.`;
      expect(() => new HttpResponse(null, status as number)).toThrow(message);
      expect(() => new HttpResponse().withStatus(status as number)).toThrow(InvalidArgumentError);
    },
  );

  test('has the registered phrase, none for unknown statuses, or the phrase of withStatus', () => {
    expect(new HttpResponse(null, 404).statusText).toBe('Not Found');
    expect(new HttpResponse(null, 299).statusText).toBe('');
    const named = new HttpResponse().withStatus(200, 'Fine');
    expect(named.statusText).toBe('Fine');
    expect(named.withHeader('a', 'b').withBody('c').statusText).toBe('Fine');
    expect(named.withStatus(404).statusText).toBe('Not Found');
  });

  test.for(['a\r\nb', 'a\nb', '\u0000', '€'])('rejects the string %j', (text) => {
    expect(() => new HttpResponse().withStatus(200, text)).toThrow(InvalidArgumentError);
  });
});

describe('headers', () => {
  test('are set as an object, a list of pairs or Headers', () => {
    expect(new HttpResponse(null, 200, { 'X-A': '1' }).header('x-a')).toBe('1');
    expect(
      new HttpResponse(null, 200, [
        ['X-A', '1'],
        ['X-A', '2'],
      ]).header('x-a'),
    ).toBe('1, 2');
    expect(new HttpResponse(null, 200, new Map([['X-A', '1']])).header('x-a')).toBe('1');
    expect(new HttpResponse(null, 200, new Headers({ 'X-A': '1' })).header('X-A')).toBe('1');
    expect(new HttpResponse(null, 200, { 'X-A': ['1', '2'] }).header('x-a')).toBe('1, 2');
  });

  const attacks: readonly [string, unknown][] = [
    ['Location', '/a\r\nSet-Cookie: b=c'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\rb'],
    ['X-A', 'a\u0000b'],
    ['X-A', '€'],
    ['X A', 'b'],
    ['X-A:', 'b'],
    ['X-A\r\nX-B', 'b'],
    ['', 'b'],
    ['X-A', undefined],
    ['X-A', null],
    ['X-A', ['ok', 'a\r\nb']],
  ];

  test.for(attacks)('that are malformed are rejected: %j: %j', ([name, value]) => {
    const response = new HttpResponse();
    expect(() => new HttpResponse(null, 200, { [name]: value as string })).toThrow(InvalidArgumentError);
    expect(() => response.withHeader(name, value as string)).toThrow(InvalidArgumentError);
    expect(() => response.withAddedHeader(name, value as string)).toThrow(InvalidArgumentError);
  });

  test('may be numbers in JavaScript', () => {
    const response = new HttpResponse(null, 200, { 'X-A': 1 as never }).withHeader('X-B', 0 as never);
    expect([response.header('x-a'), response.header('x-b')]).toEqual(['1', '0']);
  });

  test('that are rejected are named', () => {
    expect(() => new HttpResponse(null, 200, { 'X-A': 'a\r\nb' })).toThrow(
      'The argument value of the header X-A must be a string without line breaks, other control characters or characters beyond Latin-1, not "a\\r\\nb".',
    );
    expect(() => new HttpResponse(null, 200, { 'X A': 'b' })).toThrow(
      'The argument name of a header must be an HTTP token such as "X-Request-Id", not "X A".',
    );
  });

  test('change in copies only', () => {
    const response = new HttpResponse(null, 200, { A: '1', B: '2' });
    expect(response.withHeader('a', '3').header('A')).toBe('3');
    expect(response.withAddedHeader('a', '3').header('A')).toBe('1, 3');
    expect(response.withoutHeader('a').header('A')).toBeUndefined();
    expect(response.withoutHeader('a').header('B')).toBe('2');
    expect(response.withHeader('C', ['x', 'y']).header('c')).toBe('x, y');
    expect([...response.headers]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  test.for(['set', 'append', 'delete'] as const)('have a read-only view: %s throws', (method) => {
    const response = new HttpResponse(null, 200, { A: '1' });
    expect(() => response.headers[method]('a', '9')).toThrow(
      expect.objectContaining({ code: 'FW_READ_ONLY_HEADERS' }),
    );
    expect(response.header('a')).toBe('1');
  });

  test('keep cookies apart, through every change and on the Web', () => {
    const response = new HttpResponse(null, 200, [
      ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
    ])
      .withAddedHeader('set-cookie', 'b=2')
      .withStatus(201)
      .withHeader('X-A', '1')
      .withBody('x');
    const cookies = ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'];
    expect(response.headers.getSetCookie()).toEqual(cookies);
    expect(response.toWeb().headers.getSetCookie()).toEqual(cookies);
    expect(HttpResponse.fromWeb(response.toWeb()).headers.getSetCookie()).toEqual(cookies);
    expect(response.withHeader('Set-Cookie', ['c=3', 'd=4']).headers.getSetCookie()).toEqual(['c=3', 'd=4']);
    expect(response.withoutHeader('set-cookie').headers.getSetCookie()).toEqual([]);
  });

  test.for(['constructor', '__proto__', 'tostring'])('may be called %s', (name) => {
    expect(new HttpResponse().header(name)).toBeUndefined();
    expect(new HttpResponse().withHeader(name, '1').header(name)).toBe('1');
  });
});

describe('the body', () => {
  test('is written to, and shared by copies made before and after', async () => {
    const response = new HttpResponse('a');
    const before = response.withStatus(201).withHeader('x', 'y');
    response.body.write('b');
    before.body.write(new Uint8Array([99]));
    const after = response.withoutHeader('x');
    after.body.write('d');
    expect(await response.toWeb().text()).toBe('abcd');
    expect(await before.toWeb().text()).toBe('abcd');
    expect(response.body).toBe(after.body);
  });

  test('is replaced by withBody in a copy that shares nothing', async () => {
    const response = new HttpResponse('a');
    const replaced = response.withBody('b');
    replaced.body.write('c');
    expect(await replaced.toWeb().text()).toBe('bc');
    expect(await response.toWeb().text()).toBe('a');
    expect(await replaced.withBody(null).toWeb().text()).toBe('');
  });

  test('of a response that was replaced takes its Content-Length with it', () => {
    const response = new HttpResponse('abc', 200, { 'Content-Length': '3' });
    expect(response.withBody('a').header('content-length')).toBeUndefined();
  });

  test.for([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['€', 3],
    ['😀', 4],
    ['\ud800', 3],
    [null, 0],
    [new Uint8Array(5), 5],
  ] as const)('%j has %i bytes', ([body, size]) => {
    const response = new HttpResponse(body);
    expect(response.body.size).toBe(size);
    expect(response.toWeb().headers.get('content-length')).toBe(String(size));
  });

  test('grows with each write', () => {
    const response = new HttpResponse();
    response.body.write('é');
    response.body.write(new Uint8Array(3));
    expect(response.body.size).toBe(5);
    expect(response.toWeb().headers.get('content-length')).toBe('5');
  });

  test('does not lose the halves of a character that are written apart', async () => {
    const response = new HttpResponse();
    for (const byte of new TextEncoder().encode('é€')) response.body.write(new Uint8Array([byte]));
    expect(await response.toWeb().text()).toBe('é€');
  });

  test('that is a stream has no known size and cannot be written to', async () => {
    const response = new HttpResponse(new Response('abc').body);
    expect(response.body.size).toBeUndefined();
    expect(() => response.body.write('d')).toThrow(
      new FwError(
        'FW_BODY_IS_STREAM',
        'This body is a stream and cannot be written to; use withBody() to replace it.',
      ),
    );
    expect(response.toWeb().headers.has('content-length')).toBe(false);
  });

  test.for([undefined, null, 1, {}, new ArrayBuffer(1)])('is not written with %s', (chunk) => {
    expect(() => new HttpResponse().body.write(chunk as unknown as string)).toThrow(
      new InvalidArgumentError('chunk', 'a string or a Uint8Array', chunk),
    );
  });
});

describe('toWeb and fromWeb', () => {
  test('toWeb carries status, text, headers and body', async () => {
    const web = new HttpResponse('a', 201, { 'X-A': '1', 'Content-Type': 'text/css' }).toWeb();
    expect(web).toBeInstanceOf(Response);
    expect(web.status).toBe(201);
    expect(web.statusText).toBe('Created');
    expect(Object.fromEntries(web.headers)).toEqual({
      'content-length': '1',
      'content-type': 'text/css',
      'x-a': '1',
    });
    expect(await web.text()).toBe('a');
  });

  test('toWeb invents no Content-Type, as the socket does not', () => {
    expect(Object.fromEntries(new HttpResponse('a').toWeb().headers)).toEqual({ 'content-length': '1' });
  });

  test('fromWeb takes over all without reading the body', async () => {
    const web = new Response('abc', { status: 202, statusText: 'Yes', headers: { 'X-A': '1' } });
    const response = HttpResponse.fromWeb(web);
    expect(web.bodyUsed).toBe(false);
    expect(response).toMatchObject({ status: 202, statusText: 'Yes' });
    expect(response.header('x-a')).toBe('1');
    expect(response.body.size).toBeUndefined();
    expect(await response.toWeb().text()).toBe('abc');
  });

  test('fromWeb drops the length of a body that may have been decoded', () => {
    expect(
      HttpResponse.fromWeb(new Response('abc', { headers: { 'content-length': '9' } })).header(
        'content-length',
      ),
    ).toBeUndefined();
  });

  test.for([204, 304])('fromWeb takes a %i without a body', (status) => {
    const response = HttpResponse.fromWeb(new Response(null, { status }));
    expect(response.status).toBe(status);
    expect(response.toWeb().body).toBeNull();
  });

  test('fromWeb rejects a network error, which has no status', () => {
    expect(() => HttpResponse.fromWeb(Response.error())).toThrow(InvalidArgumentError);
  });

  test('fromWeb falls back to the phrase of the status', () => {
    expect(HttpResponse.fromWeb(new Response(null, { status: 404 })).statusText).toBe('Not Found');
  });
});

test('the types accept what the documentation shows', () => {
  expectTypeOf(new HttpResponse('a').withStatus(201)).toEqualTypeOf<HttpResponse>();
  expectTypeOf<HttpResponse['body']['size']>().toEqualTypeOf<number | undefined>();
  expectTypeOf(HttpResponse.fromWeb).parameter(0).toEqualTypeOf<Response>();
  expect(new HttpResponse(new Uint8Array(1)).body.size).toBe(1);
});

describe('a body of another type', () => {
  test.for([
    [{ a: 1 }, 'an object with the keys "a"'],
    [7, '7'],
    [() => {}, 'an anonymous function'],
    [['a'], 'an array of 1'],
    [new Date(0), 'an instance of Date'],
    [new Uint16Array(1), 'an instance of Uint16Array'],
  ] as const)('is rejected when the response is created: %j', ([body, shown]) => {
    const message =
      'The argument body must be a string, a Uint8Array, an ArrayBuffer, a Web or Node stream, an async iterable, a Blob, ' +
      `URLSearchParams, FormData or null, not ${shown}.`;
    expect(() => new HttpResponse(body as unknown as string)).toThrow(message);
    expect(() => new HttpResponse().withBody(body as unknown as string)).toThrow(InvalidArgumentError);
    expect(() => new TextResponse(body as unknown as string)).toThrow(InvalidArgumentError);
  });

  test('is a stream that is locked, or of a Web Response that was read', async () => {
    const stream = new ReadableStream();
    stream.getReader();
    expect(() => new HttpResponse(stream)).toThrow(
      'The argument body must be a stream without another reader, not an instance of ReadableStream. This one is locked.',
    );
    const read = new Response('a');
    await read.text();
    expect(() => HttpResponse.fromWeb(read)).toThrow(
      'The argument response must be one whose body has not been read, not an instance of Response.',
    );
  });

  test('is not shared between copies', () => {
    const response = new HttpResponse(new Response('a').body);
    expect(response.withHeader('A', '1').withStatus(201).body).toBe(response.body);
  });

  test('sets its Content-Type if none is set, and its length if it is known', () => {
    const blob = new Blob(['abc'], { type: 'text/css' });
    const named = new HttpResponse(blob, 200, { 'content-type': 'text/plain', 'content-length': '9' });
    expect([...named.headers]).toEqual([
      ['content-length', '3'],
      ['content-type', 'text/plain'],
    ]);
    expect(new HttpResponse().withBody(blob).header('content-type')).toBe('text/css');
    expect(new HttpResponse(blob).withBody('a').header('content-length')).toBeUndefined();
    expect(new HttpResponse(new Blob(['a'])).header('content-type')).toBeUndefined();
    expect(new HttpResponse(new ArrayBuffer(2)).body.size).toBe(2);
  });

  test('that is a Node stream is destroyed if it is not read, and only its reader gets its error', async () => {
    const unread = new Readable({ read() {} });
    expect(finalize(new HttpResponse(unread), 'HEAD').content).toBeNull();
    expect(unread.destroyed).toBe(true);
    const failing = new Readable({ read() {} });
    const response = new HttpResponse(failing);
    failing.destroy(new Error('gone'));
    await new Promise((resolve) => failing.once('close', resolve));
    await expect(response.toWeb().text()).rejects.toThrow('gone');
  });
});

describe('headers of a connection (S6)', () => {
  test('stay in the response and are not sent', () => {
    const response = new HttpResponse('a', 200, {
      Connection: 'X-A',
      'X-A': '1',
      'X-B': '2',
      TE: 'trailers',
    });
    expect(response.header('te')).toBe('trailers');
    expect(Object.fromEntries(response.toWeb().headers)).toEqual({ 'content-length': '1', 'x-b': '2' });
    expect(finalize(response, 'GET').headers.closesConnection).toBe(false);
  });

  test.for(['close', 'CLOSE', 'keep-alive, Close', 'close,x-a'])('close the connection: %s', (value) => {
    const response = new HttpResponse(null, 200, { connection: value });
    expect(finalize(response, 'GET').headers.closesConnection).toBe(true);
    expect(finalize(response.withStatus(204), 'GET').headers.closesConnection).toBe(true);
    expect(finalize(response, 'GET').headers.has('connection')).toBe(false);
  });
});

test('blanks around a value are no part of it, in header() and in headers alike', () => {
  const response = new HttpResponse(null, 200, { 'X-A': ' \ta b\t ', 'X-B': ' ', 'X-C': '\u00a0c' });
  expect(['x-a', 'x-b', 'x-c'].map((name) => response.header(name))).toEqual(['a b', '', '\u00a0c']);
  expect(['x-a', 'x-b', 'x-c'].map((name) => response.headers.get(name))).toEqual(['a b', '', '\u00a0c']);
});
