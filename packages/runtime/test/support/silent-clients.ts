import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { certificate } from './tls.ts';

interface Place {
  readonly port: number;
}

/**
 * A client that only does what is written to its socket: it does not close its side when the server closes its own,
 * and reads only on request.
 */
export async function silentClient({ port }: Place, bytes: string | Buffer = ''): Promise<Socket> {
  return begin(connectTcp(halfOpen(port)), 'connect', bytes);
}

/** The same behind TLS. */
export async function silentTlsClient(
  { port }: Place,
  protocol: 'http/1.1' | 'h2',
  bytes: string | Buffer = '',
): Promise<TLSSocket> {
  const socket = connectTls({ ...halfOpen(port), ca: certificate.cert, ALPNProtocols: [protocol] });
  return begin(socket, 'secureConnect', bytes);
}

/** A client of HTTP/2 that does what is usual. */
export function http2Client({ port }: Place): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: certificate.cert });
  onTestFinished(() => session.destroy());
  // When server and client close it at the same time, it may be reset in the end.
  return session.on('error', () => {});
}

function halfOpen(port: number) {
  return { port, host: '127.0.0.1', allowHalfOpen: true };
}

async function begin<S extends Socket>(socket: S, event: string, bytes: string | Buffer): Promise<S> {
  onTestFinished(() => void socket.destroy());
  await once(socket, event);
  // Such as a reset, when the server cuts it off.
  socket.on('error', () => {});
  if (bytes.length > 0) socket.write(bytes);
  return socket;
}

const SETTINGS = 4;
const HEADERS = 1;
const END_HEADERS = 4;
// The headers of RFC 7541: ":method: POST", ":scheme: https", ":path: /", ":authority: h".
const POST = Buffer.from([0x83, 0x87, 0x84, 0x41, 1, 0x68]);
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(SETTINGS, 0, 0)]);

/** The first bytes of HTTP/2 clients (RFC 9113). */
export const http2 = {
  preface: PREFACE,
  /** The headers of a request whose body is to come. */
  openStream: Buffer.concat([PREFACE, frame(HEADERS, END_HEADERS, 1, POST)]),
  /** Headers to be continued. */
  halfHeaders: Buffer.concat([PREFACE, frame(HEADERS, 0, 1, POST)]),
} as const;

function frame(type: number, flags: number, stream: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}
