import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { certificate } from './tls.ts';

export const DATA = 0;
export const HEADERS = 1;
export const PRIORITY = 2;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PUSH_PROMISE = 5;
export const PING = 6;
export const GOAWAY = 7;
export const WINDOW_UPDATE = 8;
export const CONTINUATION = 9;
export const END_STREAM = 1;
export const ACK = 1;
export const END_HEADERS = 4;
export const PADDED = 8;

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const FIRST_PROBE = 1001;
const LAST_PROBE = 1003;
// RFC 7541 appendix A.
const STATUS_BY_INDEX = ['200', '204', '206', '304', '400', '404', '500'];

/** One frame as it goes over the wire (RFC 9113 4.1). */
export function frame(type: number, flags: number, stream: number, payload: Buffer | string = ''): Buffer {
  const content = Buffer.from(payload as string, 'latin1');
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

/** Header lines, each a literal that is not indexed (RFC 7541 6.2.2). */
export function block(lines: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(lines.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** SETTINGS with one parameter. */
export function setting(id: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([0, id]), uint32(value)]);
}

export const GET: readonly (readonly [string, string])[] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/'],
  [':authority', 'localhost'],
];

/**
 * Sends frames, then requests "/" twice, and returns the outcome: an error of the connection, or else the frames of
 * stream 1, in order. Frames of other types are left out.
 */
export async function outcomeOf(
  port: number,
  frames: readonly Buffer[],
  preface = PREFACE,
): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1', ca: certificate.cert, ALPNProtocols: ['h2'] });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.write(Buffer.concat([Buffer.from(preface), frame(SETTINGS, 0, 0), ...frames, probe(FIRST_PROBE)]));
  const seen: string[] = [];
  for await (const { type, flags, stream, payload } of framesOf(socket)) {
    if (type === GOAWAY) {
      const code = payload.readUInt32BE(4);
      if (code !== 0) return [`GOAWAY ${code}`];
    }
    if (stream === 1) {
      if (type === HEADERS) seen.push(`status ${statusOf(payload)}`);
      if (type === RST_STREAM) seen.push(`RST ${payload.readUInt32BE()}`);
      if ((type === DATA || type === HEADERS) && flags & END_STREAM) seen.push('end');
    }
    if (stream === FIRST_PROBE && flags & END_STREAM) socket.write(probe(LAST_PROBE));
    if (stream === LAST_PROBE && flags & END_STREAM) return seen;
  }
  return ['closed'];
}

function literal(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
}

function probe(stream: number): Buffer {
  return frame(HEADERS, END_HEADERS | END_STREAM, stream, block(GET));
}

// The first line of a response is its status: an index, or a literal of three characters.
function statusOf(payload: Buffer): string {
  const first = payload[0] ?? 0;
  return STATUS_BY_INDEX[first - 0x88] ?? `of ${first}`;
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

async function* framesOf(socket: TLSSocket): AsyncGenerator<Frame> {
  let left = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      left = Buffer.concat([left, chunk as Buffer]);
      while (left.length >= 9 && left.length >= 9 + left.readUIntBE(0, 3)) {
        const end = 9 + left.readUIntBE(0, 3);
        const [type = 0, flags = 0] = left.subarray(3, 5);
        yield { type, flags, stream: left.readUInt32BE(5), payload: left.subarray(9, end) };
        left = left.subarray(end);
      }
    }
  } catch {
    // Reset.
  } finally {
    socket.destroy();
  }
}
