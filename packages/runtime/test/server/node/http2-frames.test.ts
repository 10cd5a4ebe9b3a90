import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/index.ts';
import { TextResponse } from '../../../src/index.ts';
import { kitOfB } from '../../cases/kit.ts';
import {
  ACK,
  block,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  GET,
  GOAWAY,
  HEADERS,
  outcomeOf,
  PADDED,
  PING,
  PRIORITY,
  PUSH_PROMISE,
  RST_STREAM,
  SETTINGS,
  setting,
  uint32,
  WINDOW_UPDATE,
} from '../../support/http2-frames.ts';
import { certificate } from '../../support/tls.ts';

type Lines = readonly (readonly [string, string])[];

const END = END_HEADERS | END_STREAM;
const POST: Lines = GET.map(([name, value]) => [name, name === ':method' ? 'POST' : value]);

let running: RunningServer;
let bare: Http2SecureServer;

beforeAll(async () => {
  const kit = kitOfB();
  const app = kit.app({ log: () => {}, server: { shutdown_timeout: 1 } });
  app.pipe(
    kit.handler(async (request) => {
      await request.text();
      return new TextResponse('text');
    }),
  );
  running = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false, tls: certificate });
  bare = createSecureServer(certificate, (incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': '4' });
      outgoing.end('text');
    });
  });
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
});

// A session that Node ends for an error of its client keeps its connection, so the bare server is not awaited.
afterAll(async () => {
  bare.close();
  await running.close();
});

/** Frames of clients, by their section of RFC 9113 (or 7541). */
const requests: Readonly<Record<string, readonly (readonly [string, ...Buffer[]])[]>> = {
  '4.2 frame size': [
    ['a frame beyond the limit', request(POST), frame(DATA, END_STREAM, 1, 'x'.repeat(16_385))],
  ],
  '4.3 field blocks': [
    ['an invalid index', frame(HEADERS, END, 1, Buffer.from([0xff, 0xff, 0x01]))],
    ['a block that is cut off', frame(HEADERS, END, 1, block(GET).subarray(0, -2))],
    [
      'another frame within a block',
      frame(HEADERS, END_STREAM, 1, block(GET)),
      frame(PING, 0, 0, 'eightoct'),
    ],
  ],
  '5.1 streams': [
    ['DATA on an idle stream', frame(DATA, END_STREAM, 1, 'x')],
    ['RST_STREAM on an idle stream', frame(RST_STREAM, 0, 1, uint32(8))],
    ['WINDOW_UPDATE on an idle stream', frame(WINDOW_UPDATE, 0, 1, uint32(1))],
    ['CONTINUATION on an idle stream', frame(CONTINUATION, END_HEADERS, 1, block(GET))],
    ['DATA after the end', get(), frame(DATA, END_STREAM, 1, 'x')],
    ['HEADERS after the end', get(), get()],
    ['an even stream', frame(HEADERS, END, 2, block(GET))],
    ['a stream below the last', frame(HEADERS, END, 3, block(GET)), get()],
    ['a stream that depends on itself', frame(PRIORITY, 0, 1, Buffer.concat([uint32(1), Buffer.from([1])]))],
  ],
  '6.1–6.10 frames': [
    ['DATA on stream 0', frame(DATA, END_STREAM, 0, 'x')],
    ['DATA whose padding is too long', request(POST), frame(DATA, END_STREAM | PADDED, 1, '\x09x')],
    ['HEADERS on stream 0', frame(HEADERS, END, 0, block(GET))],
    ['HEADERS whose padding is too long', frame(HEADERS, END | PADDED, 1, '\xffx')],
    ['PRIORITY on stream 0', frame(PRIORITY, 0, 0, '\0\0\0\0\0')],
    ['PRIORITY of another size', frame(PRIORITY, 0, 1, '\0\0\0\0')],
    ['RST_STREAM on stream 0', frame(RST_STREAM, 0, 0, uint32(8))],
    ['RST_STREAM of another size', request(POST), frame(RST_STREAM, 0, 1, '\0\0\0')],
    ['SETTINGS with a payload in its ACK', frame(SETTINGS, ACK, 0, setting(3, 1))],
    ['SETTINGS on a stream', frame(SETTINGS, 0, 1, setting(3, 1))],
    ['SETTINGS of another size', frame(SETTINGS, 0, 0, '\0\0\0')],
    ['SETTINGS with a push that is no switch', frame(SETTINGS, 0, 0, setting(2, 2))],
    ['SETTINGS with a window that is too large', frame(SETTINGS, 0, 0, setting(4, 0x80000000))],
    ['SETTINGS with frames that are too small', frame(SETTINGS, 0, 0, setting(5, 1))],
    ['unknown SETTINGS', frame(SETTINGS, 0, 0, setting(0xff, 1)), get()],
    ['PUSH_PROMISE of a client', frame(PUSH_PROMISE, END_HEADERS, 1, Buffer.concat([uint32(2), block(GET)]))],
    ['PING on a stream', frame(PING, 0, 1, 'eightoct')],
    ['PING of another size', frame(PING, 0, 0, 'six oc')],
    ['GOAWAY on a stream', frame(GOAWAY, 0, 1, '\0\0\0\0\0\0\0\0')],
    ['WINDOW_UPDATE by nothing', frame(WINDOW_UPDATE, 0, 0, uint32(0))],
    ['WINDOW_UPDATE of a stream by nothing', request(POST), frame(WINDOW_UPDATE, 0, 1, uint32(0))],
    ['WINDOW_UPDATE beyond the limit', frame(WINDOW_UPDATE, 0, 0, uint32(0x7fffffff))],
    ['WINDOW_UPDATE of another size', frame(WINDOW_UPDATE, 0, 0, '\0\0\0')],
    ['an unknown frame', frame(0x16, 0, 0, 'unknown'), get()],
  ],
  '8.1 framing': [
    ['GET', get()],
    ['POST', request(POST), frame(DATA, 0, 1, 'a'), frame(DATA, END_STREAM, 1, 'b')],
    ['POST without a body', frame(HEADERS, END, 1, block(POST))],
    ['a block in parts', frame(HEADERS, END_STREAM, 1, block(GET.slice(0, 2))), rest()],
    ['trailers', request(POST), frame(DATA, 0, 1, 'a'), frame(HEADERS, END, 1, block([['x-a', 'b']]))],
    ['trailers that are not the end', request(POST), frame(HEADERS, END_HEADERS, 1, block([['x-a', 'b']]))],
    ['a reset upload', request(POST), frame(DATA, 0, 1, 'a'), frame(RST_STREAM, 0, 1, uint32(8))],
  ],
  '8.1.1 malformed messages': [
    ['a length that is right', request([...POST, ['content-length', '1']]), frame(DATA, END_STREAM, 1, 'a')],
    [
      'a length beyond its DATA',
      request([...POST, ['content-length', '2']]),
      frame(DATA, END_STREAM, 1, 'a'),
    ],
    [
      'a length below its DATA',
      request([...POST, ['content-length', '1']]),
      frame(DATA, END_STREAM, 1, 'ab'),
    ],
    ['a length beyond several', request([...POST, ['content-length', '9']]), ...parts()],
    ['a length without DATA', frame(HEADERS, END, 1, block([...POST, ['content-length', '1']]))],
    ['two lengths', request([...POST, ['content-length', '1'], ['content-length', '2']]), ...parts()],
    ['a length that is no number', request([...POST, ['content-length', 'x']]), ...parts()],
  ],
  '8.2 fields': [
    ['a name in capitals', get(['X-A', 'b'])],
    ['a name with a blank', get(['x a', 'b'])],
    ['an empty name', get(['', 'b'])],
    ['a value with a line break', get(['x-a', 'b\r\nc'])],
    ['a value with a zero byte', get(['x-a', 'b\0c'])],
    ['a value between blanks', get(['x-a', ' b '])],
    ['Connection', get(['connection', 'close'])],
    ['Keep-Alive', get(['keep-alive', 'timeout=5'])],
    ['Proxy-Connection', get(['proxy-connection', 'close'])],
    ['Transfer-Encoding', get(['transfer-encoding', 'chunked'])],
    ['Upgrade', get(['upgrade', 'h2c'])],
    ['TE for trailers', get(['te', 'trailers'])],
    ['TE for another', get(['te', 'gzip'])],
    ['Cookie in parts', get(['cookie', 'a=1'], ['cookie', 'b=2'])],
  ],
  '8.3 control data': [
    ['an unknown pseudo-header', get([':unknown', 'a'])],
    ['a pseudo-header of responses', get([':status', '200'])],
    ['a pseudo-header after another header', frame(HEADERS, END, 1, block([['x-a', 'b'], ...GET]))],
    ['a pseudo-header in trailers', request(POST), frame(HEADERS, END, 1, block([[':path', '/']]))],
    ...[':method', ':scheme', ':path'].flatMap((name): [string, Buffer][] => [
      [`no ${name}`, frame(HEADERS, END, 1, block(GET.filter((line) => line[0] !== name)))],
      [`two of ${name}`, frame(HEADERS, END, 1, block([...GET, ...GET.filter((line) => line[0] === name)]))],
    ]),
    ['no :authority', frame(HEADERS, END, 1, block(GET.slice(0, 3)))],
    ['two of :authority', get([':authority', 'localhost'])],
    ['an empty :path', frame(HEADERS, END, 1, block([...GET.slice(0, 2), [':path', '']]))],
    ['an invalid :path', frame(HEADERS, END, 1, block([...GET.slice(0, 2), [':path', 'x']]))],
    ['a :path with a blank', frame(HEADERS, END, 1, block([...GET.slice(0, 2), [':path', '/a b']]))],
    ['CONNECT with a :path', frame(HEADERS, END, 1, block([[':method', 'CONNECT'], ...GET.slice(1)]))],
    [
      'OPTIONS *',
      frame(
        HEADERS,
        END,
        1,
        block([
          [':method', 'OPTIONS'],
          [':scheme', 'https'],
          [':path', '*'],
        ]),
      ),
    ],
  ],
};

describe.each(Object.entries(requests))('as bare node:http2: %s', (_section, items) => {
  test.each(items.map(([name, ...frames]) => [name, frames] as const))('%s', async (_name, frames) => {
    const [ours, theirs] = await Promise.all([
      outcomeOf(running.port, frames),
      outcomeOf((bare.address() as AddressInfo).port, frames),
    ]);
    expect(ours).toEqual(theirs);
  });
});

test('as bare node:http2: another preface', async () => {
  const preface = 'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n';
  expect(await outcomeOf(running.port, [], preface)).toEqual(
    await outcomeOf((bare.address() as AddressInfo).port, [], preface),
  );
});

test('the outcome of each request is reported', async () => {
  expect(await outcomeOf(running.port, [get()])).toEqual(['status 200', 'end']);
  expect(await outcomeOf(running.port, [get([':unknown', 'a'])])).toEqual(['RST 1']);
  expect(await outcomeOf(running.port, [frame(PING, 0, 1, 'eightoct')])).toEqual([
    expect.stringMatching(/^GOAWAY [12]$/),
  ]);
});

/** A whole GET on stream 1. */
function get(...lines: Lines): Buffer {
  return frame(HEADERS, END, 1, block([...GET, ...lines]));
}

/** The beginning of a request on stream 1. */
function request(lines: Lines): Buffer {
  return frame(HEADERS, END_HEADERS, 1, block(lines));
}

function rest(): Buffer {
  return frame(CONTINUATION, END_HEADERS, 1, block(GET.slice(2)));
}

function parts(): Buffer[] {
  return [frame(DATA, 0, 1, 'a'), frame(DATA, END_STREAM, 1, 'b')];
}
