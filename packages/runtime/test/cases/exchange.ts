import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { HttpResponse, TextResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
import type { Case } from './case.ts';
import { around, respond } from './recipes.ts';

type Make = () => HttpResponse | Response | Promise<HttpResponse | Response>;

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
  rule('S6', 'URLSearchParams are a form')
    .pipes(respond(() => new HttpResponse(new URLSearchParams({ a: '1 2' }))))
    .get('/')
    .respondsWith(
      200,
      { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', 'content-length': '5' },
      'a=1+2',
    ),
  rule('S6', 'FormData is a form of parts')
    .pipes(
      respond(() => {
        const form = new FormData();
        form.set('name', 'value');
        return new HttpResponse(form);
      }),
    )
    .get('/')
    .respondsWith(
      200,
      { 'content-type': /^multipart\/form-data; boundary=/ },
      /name="name"\r\n\r\nvalue\r\n/,
    ),
  rule('S6', 'an explicit Content-Type takes precedence over the type of the body')
    .pipes(
      respond(
        () => new HttpResponse(new Blob(['{}'], { type: 'text/css' }), 200, { 'Content-Type': 'text/plain' }),
      ),
    )
    .get('/')
    .respondsWith(200, { 'content-type': 'text/plain' }, '{}'),
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
  rule('S6', 'a stream that is locked after the response was created is a 500')
    .pipes(
      respond(() => {
        const stream = streamOf('text');
        const response = new HttpResponse(stream);
        stream.getReader();
        return response;
      }),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S6', 'a stream that was read in part is a 500')
    .pipes(
      respond(async () => {
        const stream = streamOf('text');
        const reader = stream.getReader();
        await reader.read();
        reader.releaseLock();
        return new HttpResponse(stream);
      }),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S6', 'a Web Response whose body was read is a 500')
    .pipes(
      respond(async () => {
        const response = new Response('text');
        await response.text();
        return response;
      }),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S5', 'a stream that fails before its first chunk is a 500')
    // With `fetch`, the host reads the stream.
    .transports('socket', 'http2')
    .pipes(respond(() => new HttpResponse(failing(), 200, { 'X-Of-The-Stream': '1' })))
    .get('/')
    .respondsWith(500, { 'x-of-the-stream': null }, '500 Internal Server Error\n'),
  rule('S5', 'a Node stream of a file that is missing is a 500')
    .transports('socket', 'http2')
    .options({ log: () => {} })
    .pipes(
      around((response) => response),
      respond(async () => {
        const file = createReadStream('/no/such/file');
        const response = new HttpResponse(file);
        await new Promise((resolve) => file.once('error', resolve));
        return response;
      }),
    )
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S5', 'a chunk that is neither string nor bytes is a 500')
    .transports('socket', 'http2')
    .pipes(respond(() => new HttpResponse(Readable.from([{ a: 1 }]))))
    .get('/')
    .responds(500, '500 Internal Server Error\n'),
  rule('S5', 'a Content-Length of a stream that is no number is not sent')
    .pipes(respond(() => new HttpResponse(streamOf('text'), 200, { 'Content-Length': 'some' })))
    .get('/')
    .respondsWith(200, { 'content-length': null }, 'text'),
  rule('S5', 'a 205 has Content-Length 0')
    .pipes(respond(() => new TextResponse('dropped', 205)))
    .get('/')
    .respondsWith(205, { 'content-length': '0', 'transfer-encoding': null }, ''),
  rule('R8', 'HEAD of an unhandled path has the Content-Length that GET has')
    .sends({ method: 'HEAD', path: '/x' })
    .respondsWith(404, { 'content-length': String('404 Not Found\nNo route matches GET /x.\n'.length) }, ''),
  rule('P1', 'a fragment is no part of a path')
    .routes({ '/page': respond((request) => `${request.path}?${request.queryString}`) })
    .get('/page#part?a=1')
    .responds(200, '/page?'),
  rule('P1', 'a fragment is no part of a query')
    .routes({ '/page': respond((request) => `${request.path}?${request.queryString}`) })
    .get('/page?a=1#part')
    .responds(200, '/page?a=1'),
];

/** The response that a client receives over each transport. Routers have no part in it. */
export const exchange: readonly Case[] = questions.map((item) => ({ routers: ['tree'], ...item }));

function connectionHeaders(what: string, make: Make): Case[] {
  const names = ['Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer', 'Upgrade', 'X-Named'];
  const absent = Object.fromEntries(names.map((name) => [name, null]));
  return ['GET', 'HEAD'].map((method) =>
    rule('S6', `the headers of a connection are dropped from a middleware's response: ${what}, ${method}`)
      .pipes(respond(make))
      .sends({ method, path: '/' })
      .respondsWith(200, { ...absent, 'X-Kept': '1' }, method === 'GET' ? 'text' : ''),
  );
}

function body(
  what: string,
  make: () => ConstructorParameters<typeof HttpResponse>[0],
  headers: Readonly<Record<string, string | null>> = { 'content-length': '4' },
): Case {
  return rule('S6', `a body can be ${what}`)
    .pipes(respond(() => new HttpResponse(make())))
    .get('/')
    .respondsWith(200, { 'content-type': null, ...headers }, 'text');
}

function noBody(what: string, make: () => unknown): Case {
  return rule('S6', `a body cannot be ${what}`)
    .pipes(respond(() => new HttpResponse().withBody(make() as string)))
    .get('/')
    .responds(500, '500 Internal Server Error\n');
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
