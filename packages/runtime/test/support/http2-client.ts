import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import { onTestFinished } from 'vitest';
import type { RunningServer, RunOptions } from '../../src/index.ts';
import type { Asking } from './serve.ts';
import { certificate } from './tls.ts';

/** Runs an application over TLS on a free port of 127.0.0.1, and connects to it by HTTP/2, until the test is over. */
export async function serveHttp2(application: {
  run(options: RunOptions): Promise<RunningServer>;
}): Promise<ClientHttp2Session> {
  const server = await application.run({
    host: '127.0.0.1',
    port: 0,
    signals: false,
    silent: true,
    tls: certificate,
  });
  const session = connect(`https://localhost:${server.port}`, { ca: certificate.cert });
  session.on('error', () => {});
  onTestFinished(async () => {
    session.destroy();
    await server.close();
  });
  return session;
}

export interface Http2Answer {
  /** 0 when none came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether "100 Continue" was received. */
  readonly continued: boolean;
  /** The code with which the stream was closed; 0 when both sides ended it. */
  readonly reset: number;
}

/** The received data once both sides of the stream are closed. */
export function askHttp2(
  session: ClientHttp2Session,
  {
    method = 'GET',
    path = '/',
    headers = {},
    body,
  }: Omit<Asking, 'body'> & { readonly body?: string | Buffer | undefined } = {},
): Promise<Http2Answer> {
  const stream = session.request(
    { ...headers, ':method': method, ':path': path },
    { endStream: body === undefined },
  );
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

export async function answerOf(stream: ClientHttp2Stream): Promise<Http2Answer> {
  let received: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
  let continued = false;
  stream.on('response', (headers) => (received = headers));
  stream.on('continue', () => (continued = true));
  stream.on('error', () => {});
  const closed = new Promise((resolve) => stream.once('close', resolve));
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await closed;
  return {
    status: received[':status'] ?? 0,
    headers: received,
    body: Buffer.concat(chunks).toString(),
    continued,
    reset: stream.rstCode,
  };
}
