import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  EmptyResponse,
  EventStreamResponse,
  FileResponse,
  HttpResponse,
  type Part,
  ServerRequest,
} from '../../src/index.ts';
import { checkProgram } from './program.ts';

// Code that must not compile is marked, and `npm run check:types` fails when it does.

describe('the types of messages', () => {
  const request = new ServerRequest('/');
  const response = new EmptyResponse();

  test('cookies can be read and not changed', () => {
    expectTypeOf(request.cookies).toEqualTypeOf<ReadonlyMap<string, string>>();
    expectTypeOf(request.cookies.get('a')).toEqualTypeOf<string | undefined>();
    // @ts-expect-error they are those of the request
    expect(() => void request.cookies.set).not.toThrow();
  });

  test('cookies are set with attributes that there are', () => {
    expectTypeOf(
      response.withCookie('a', 'b', { maxAge: 60, sameSite: 'none', secure: true }),
    ).toEqualTypeOf<HttpResponse>();
    expectTypeOf(response.withoutCookie('a', { path: undefined })).toEqualTypeOf<HttpResponse>();
    // @ts-expect-error it is called maxAge
    expect(() => response.withCookie('a', 'b', { max_age: 60 })).toThrow();
    // @ts-expect-error in lower case
    expect(() => response.withCookie('a', 'b', { sameSite: 'Lax' })).toThrow();
    // @ts-expect-error text
    expect(() => response.withCookie('a', 7)).toThrow();
  });

  test('a client is set in terms of the request', () => {
    expectTypeOf(request.withClient({ ip: undefined, protocol: 'https' })).toEqualTypeOf<ServerRequest>();
    // @ts-expect-error http or https
    expect(() => request.withClient({ protocol: 'ftp' })).toThrow();
  });

  test('a body may be an async iterable of text and bytes', () => {
    async function* mixed(): AsyncGenerator<string | Uint8Array> {
      yield 'a';
    }
    async function* numbers(): AsyncGenerator<number> {
      yield 1;
    }
    expectTypeOf(new HttpResponse(mixed())).toEqualTypeOf<HttpResponse>();
    // @ts-expect-error no numbers
    expect(new HttpResponse(numbers())).toBeInstanceOf(HttpResponse);
  });

  test('events have data', () => {
    async function* events() {
      yield 'text';
      yield { data: { any: 'thing' }, id: '1' };
    }
    async function* without() {
      yield { event: 'ping' };
    }
    expect(new EventStreamResponse(events())).toBeInstanceOf(HttpResponse);
    // @ts-expect-error an event has data
    expect(new EventStreamResponse(without())).toBeInstanceOf(HttpResponse);
  });

  test('parts and files are what they say', () => {
    expectTypeOf(request.parts()).toEqualTypeOf<AsyncGenerator<Part, void, undefined>>();
    expectTypeOf(FileResponse.of).returns.resolves.toEqualTypeOf<FileResponse>();
    // @ts-expect-error in the terms of the field
    expectTypeOf(request.parts({ file_size: 1 })).toBeObject();
  });
});

test('an editor shows plain types of messages', () => {
  const { errors, shown } = checkProgram(String.raw`
    import { Application, TextResponse } from 'fw-runtime/b';
    new Application().post('/{id}', async (request) => {
      const /*?*/ cookies = request.cookies;
      const /*?*/ theme = request.cookies.get('theme');
      const /*?*/ client = request.withClient({ ip: '::1' });
      for await (const /*?*/ part of request.parts()) {
        const /*?*/ body = part.body;
        await body.cancel();
      }
      const /*?*/ set = new TextResponse('').withCookie('a', theme ?? '');
      return set;
    });
  `);
  expect(errors).toEqual([]);
  expect(shown).toEqual({
    cookies: 'ReadonlyMap<string, string>',
    theme: 'string | undefined',
    client: 'ServerRequest<{ id: string; }>',
    part: 'Part',
    body: 'ReadableStream<Uint8Array<ArrayBufferLike>>',
    set: 'HttpResponse',
  });
});
