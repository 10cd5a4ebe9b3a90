import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { RunningServer, RunOptions } from '../../src/index.ts';

/** Runs an application on a free port of 127.0.0.1 until the test is over. */
export async function serve(
  application: { run(options: RunOptions): Promise<RunningServer> },
  options: RunOptions = {},
): Promise<RunningServer> {
  const ours = { host: '127.0.0.1', port: 0, signals: false, silent: true };
  const server = await application.run({ ...ours, ...options });
  onTestFinished(() => server.close());
  return server;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends a request through a socket of its own; the path is sent unchanged. */
export function ask(
  server: { readonly port: number },
  { method = 'GET', path = '/', headers, body }: Asking = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port: server.port, method, path, agent: false });
    for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const { statusCode = 0, headers: received, rawHeaders } = incoming;
      text(incoming).then(
        (content) => resolve({ status: statusCode, headers: received, rawHeaders, body: content }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

/** Writes bytes to a socket and gives all that came back before the server closed it. */
export function exchange(server: { readonly port: number }, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.once('error', reject);
    text(socket).then(resolve, reject);
  });
}
