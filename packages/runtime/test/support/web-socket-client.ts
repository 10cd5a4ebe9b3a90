import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningServer } from '../../src/index.ts';
import { type Answer, ask } from './serve.ts';
import { certificate } from './tls.ts';

type Dialled = Pick<RunningServer, 'url'>;

export interface Dialling {
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: string[];
}

/** A WebSocket that is open, as its client has it. */
export interface Client {
  readonly socket: WebSocket;
  /** The connection under it. */
  readonly connection: Socket;
  /** The headers of the response that has opened it. */
  readonly headers: IncomingHttpHeaders;
  /** The next message. */
  told(): Promise<string>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export async function openSocket(server: Dialled, path: string, dialling?: Dialling): Promise<Client> {
  const socket = dial(server, path, dialling);
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  const messages: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const next = waiting.shift();
    if (next === undefined) messages.push(String(data));
    else next(String(data));
  });
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
  const [[{ headers, socket: connection }]] = await Promise.all([upgraded, once(socket, 'open')]);
  const told = async (): Promise<string> =>
    messages.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { socket, connection, headers, closed, told };
}

/** The plain response to a client that requests a WebSocket. */
export function refusal(
  { url }: Dialled,
  path: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  return ask({ port: Number(new URL(url).port) }, { path, headers: { ...HANDSHAKE, ...headers } });
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function dial({ url }: Dialled, path: string, { headers, protocols }: Dialling = {}): WebSocket {
  const options = { ca: certificate.cert, ...(headers && { headers }) };
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, options);
  onTestFinished(() => socket.terminate());
  return socket;
}
