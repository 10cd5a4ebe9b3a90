import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { HttpResponse, TextResponse } from '../../src/index.ts';
import type { Case, CaseApplication, Kit } from './case.ts';

type Make = () => HttpResponse | Response | Promise<HttpResponse | Response>;

const answering =
  (make: Make) =>
  <M>(kit: Kit<M>): CaseApplication<M> => {
    const app = kit.app({ log: () => {} });
    app.pipe(kit.handler(make));
    return app;
  };

const OF_A_CONNECTION = {
  Connection: 'keep-alive, X-Named',
  'Keep-Alive': 'timeout=900',
  'Proxy-Connection': 'keep-alive',
  TE: 'trailers',
  Trailer: 'X-Sum',
  'Transfer-Encoding': 'gzip',
  Upgrade: 'h2c',
  'X-Named': '1',
  'X-Kept': '1',
};

const questions: readonly Case[] = [
  ...connectionHeaders('an HttpResponse', () => new TextResponse('text', 200, OF_A_CONNECTION)),
  ...connectionHeaders('a Web Response', () => new Response('text', { headers: OF_A_CONNECTION })),
  ...connectionHeaders('a stream', () => new HttpResponse(streamOf('text'), 200, OF_A_CONNECTION)),

  body('text', () => 'text'),
  body('bytes', () => new TextEncoder().encode('text')),
  body('an ArrayBuffer', () => new TextEncoder().encode('text').buffer),
  body('a Web stream', () => streamOf('text'), { 'content-length': null }),
  body('a Node stream', () => Readable.from([Buffer.from('te'), Buffer.from('xt')]), {
    'content-length': null,
  }),
  body('a Node stream of text', () => Readable.from(['te', 'xt']), { 'content-length': null }),
  body('an async iterable of text', () => generate('te', '', 'xt'), { 'content-length': null }),
  body('an async iterable of bytes', () => generate(Buffer.from('te'), new TextEncoder().encode('xt')), {
    'content-length': null,
  }),
  body('a Blob', () => new Blob(['text'], { type: 'text/css' }), {
    'content-length': '4',
    'content-type': 'text/css',
  }),
  {
    rule: 'S6',
    name: 'URLSearchParams are a form',
    build: answering(() => new HttpResponse(new URLSearchParams({ a: '1 2' }))),
    request: { path: '/' },
    expect: {
      status: 200,
      body: 'a=1+2',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', 'content-length': '5' },
    },
  },
  {
    rule: 'S6',
    name: 'FormData is a form of parts',
    build: answering(() => {
      const form = new FormData();
      form.set('name', 'value');
      return new HttpResponse(form);
    }),
    request: { path: '/' },
    expect: {
      status: 200,
      body: /name="name"\r\n\r\nvalue\r\n/,
      headers: { 'content-type': /^multipart\/form-data; boundary=/ },
    },
  },
  {
    rule: 'S6',
    name: 'the Content-Type that is set counts more than that of the body',
    build: answering(
      () => new HttpResponse(new Blob(['{}'], { type: 'text/css' }), 200, { 'Content-Type': 'text/plain' }),
    ),
    request: { path: '/' },
    expect: { status: 200, body: '{}', headers: { 'content-type': 'text/plain' } },
  },
  noBody('an object', () => ({ a: 1 })),
  noBody('a number', () => 7),
  noBody('a function', () => () => 'text'),
  noBody('true', () => true),
  noBody('an array', () => ['text']),
  noBody('a locked stream', () => {
    const stream = streamOf('text');
    stream.getReader();
    return stream;
  }),
  {
    rule: 'S6',
    name: 'a stream that is locked after the response was made is a 500',
    build: answering(() => {
      const stream = streamOf('text');
      const response = new HttpResponse(stream);
      stream.getReader();
      return response;
    }),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S6',
    name: 'a stream that somebody has begun to read is a 500',
    build: answering(async () => {
      const stream = streamOf('text');
      const reader = stream.getReader();
      await reader.read();
      reader.releaseLock();
      return new HttpResponse(stream);
    }),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S6',
    name: 'a Web Response whose body was read is a 500',
    build: answering(async () => {
      const response = new Response('text');
      await response.text();
      return response;
    }),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S5',
    name: 'a stream that fails before its first chunk is a 500',
    build: answering(() => new HttpResponse(failing(), 200, { 'X-Of-The-Stream': '1' })),
    request: { path: '/' },
    // Of `fetch` the host reads the stream.
    transports: ['socket', 'http2'],
    expect: { status: 500, body: '500 Internal Server Error\n', headers: { 'x-of-the-stream': null } },
  },
  {
    rule: 'S5',
    name: 'a Node stream of a file that is missing is a 500',
    build: (kit) => {
      const app = kit.app({ log: () => {} });
      app.pipe(kit.around((response) => response));
      app.pipe(
        kit.handler(async () => {
          const file = createReadStream('/no/such/file');
          const response = new HttpResponse(file);
          await new Promise((resolve) => file.once('error', resolve));
          return response;
        }),
      );
      return app;
    },
    request: { path: '/' },
    transports: ['socket', 'http2'],
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S5',
    name: 'a chunk that is neither text nor bytes is a 500',
    build: answering(() => new HttpResponse(Readable.from([{ a: 1 }]))),
    request: { path: '/' },
    transports: ['socket', 'http2'],
    expect: { status: 500, body: '500 Internal Server Error\n' },
  },
  {
    rule: 'S5',
    name: 'a Content-Length of a stream that is no number is not sent',
    build: answering(() => new HttpResponse(streamOf('text'), 200, { 'Content-Length': 'some' })),
    request: { path: '/' },
    expect: { status: 200, body: 'text', headers: { 'content-length': null } },
  },
  {
    rule: 'S5',
    name: 'a 205 says that it has no body',
    build: answering(() => new TextResponse('dropped', 205)),
    request: { path: '/' },
    expect: { status: 205, body: '', headers: { 'content-length': '0', 'transfer-encoding': null } },
  },
  {
    rule: 'R8',
    name: 'HEAD of what nothing answers has the length that GET has',
    build: (kit) => kit.app(),
    request: { method: 'HEAD', path: '/x' },
    expect: {
      status: 404,
      body: '',
      headers: { 'content-length': String('404 Not Found\nNo route matches GET /x.\n'.length) },
    },
  },
  {
    rule: 'P1',
    name: 'a fragment is no part of a path',
    build: (kit) => {
      const app = kit.routed();
      app.get(
        '/page',
        kit.handler((request) => new TextResponse(`${request.path}?${request.queryString}`)),
      );
      return app;
    },
    request: { path: '/page#part?a=1' },
    expect: { status: 200, body: '/page?' },
  },
  {
    rule: 'P1',
    name: 'a fragment is no part of a query',
    build: (kit) => {
      const app = kit.routed();
      app.get(
        '/page',
        kit.handler((request) => new TextResponse(`${request.path}?${request.queryString}`)),
      );
      return app;
    },
    request: { path: '/page?a=1#part' },
    expect: { status: 200, body: '/page?a=1' },
  },
];

/** What a client gets of a response, whatever carries it. No router has a part in it. */
export const exchange: readonly Case[] = questions.map((item) => ({ routers: ['tree'], ...item }));

function connectionHeaders(what: string, make: Make): Case[] {
  const names = ['Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer', 'Upgrade', 'X-Named'];
  const absent = Object.fromEntries(names.map((name) => [name, null]));
  return ['GET', 'HEAD'].map((method) => ({
    rule: 'S6',
    name: `the headers of a connection do not come from a middleware: ${what}, ${method}`,
    build: answering(make),
    request: { method, path: '/' },
    expect: { status: 200, body: method === 'GET' ? 'text' : '', headers: { ...absent, 'X-Kept': '1' } },
  }));
}

function body(
  what: string,
  make: () => ConstructorParameters<typeof HttpResponse>[0],
  headers: Readonly<Record<string, string | null>> = { 'content-length': '4' },
): Case {
  return {
    rule: 'S6',
    name: `a body can be ${what}`,
    build: answering(() => new HttpResponse(make())),
    request: { path: '/' },
    expect: { status: 200, body: 'text', headers: { 'content-type': null, ...headers } },
  };
}

function noBody(what: string, make: () => unknown): Case {
  return {
    rule: 'S6',
    name: `a body cannot be ${what}`,
    build: answering(() => new HttpResponse().withBody(make() as string)),
    request: { path: '/' },
    expect: { status: 500, body: '500 Internal Server Error\n' },
  };
}

function streamOf(text: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

async function* generate(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

function failing(): ReadableStream {
  return new ReadableStream({
    pull() {
      throw new Error('The source failed.');
    },
  });
}
