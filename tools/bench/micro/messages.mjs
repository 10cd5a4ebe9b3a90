// Nanoseconds to create a message or a changed copy of one: `npm run bench:micro -- messages`. Each message
// is kept for a while and a property of it is read, so that V8 can't remove its creation.
import { Readable } from 'node:stream';
import { FastResponse } from 'srvx';
import { NodeRequest } from 'srvx/node';
import { EmptyResponse, HttpResponse, JsonResponse, ServerRequest, TextResponse } from 'fw-runtime';
import { nanoseconds } from './nanoseconds.mjs';

export const title = 'Messages, ns for each';

const COUNT = 2000;
const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': '42' };
const data = { message: 'Hello, world!', language: 'en', ok: true };
const url = 'http://localhost/user/42?page=2';

const incoming = Object.assign(new Readable({ read() {} }), {
  method: 'GET',
  url: '/user/42?page=2',
  headers: { host: 'localhost', accept: '*/*' },
  rawHeaders: ['Host', 'localhost', 'Accept', '*/*'],
  httpVersion: '1.1',
  socket: { remoteAddress: '127.0.0.1' },
});
const outgoing = { req: incoming, once() {}, on() {} };
const request = new ServerRequest('/user/42?page=2');
const response = new TextResponse('text');

const messages = {
  'new Headers(two)': () => new Headers(headers),
  'new Request(url)': () => new Request(url),
  'new Response(text)': () => new Response('text'),
  'Response.json(data)': () => Response.json(data),
  'srvx NodeRequest': () => new NodeRequest({ req: incoming, res: outgoing }),
  'srvx FastResponse(text)': () => new FastResponse('text'),
  'fw ServerRequest(path)': () => new ServerRequest('/user/42?page=2'),
  'fw withAttribute': () => request.withAttribute('user', data),
  'fw withPath': () => request.withPath('/user/43'),
  'fw HttpResponse()': () => new HttpResponse(),
  'fw EmptyResponse()': () => new EmptyResponse(),
  'fw TextResponse(text)': () => new TextResponse('text'),
  'fw TextResponse(text, 200, two headers)': () => new TextResponse('text', 200, headers),
  'fw JsonResponse(data)': () => new JsonResponse(data),
  'fw withHeader': () => response.withHeader('X-Request-Id', '42'),
  'fw withStatus': () => response.withStatus(404),
  'fw toWeb of a response': () => response.toWeb(),
};

export const contenders = Object.keys(messages);

const kept = Array.from({ length: 64 });

export async function run(contender) {
  const make = messages[contender];
  const property = ['status', 'method', 'size'].find((name) => name in make()) ?? 'constructor';
  const expected = make()[property];
  const time = await nanoseconds({
    run() {
      let right = 0;
      for (let index = 0; index < COUNT; index++) {
        const created = make();
        kept[index % 64] = created;
        if (created[property] === expected) right++;
      }
      return right;
    },
    expected: COUNT,
    count: COUNT,
  });
  return { ns: Math.round(time) };
}
