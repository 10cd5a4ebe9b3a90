import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type AppServer, startServer } from '../support/server.ts';
import { engineOf, type Runtime } from './runtimes.ts';

const program = join(import.meta.dirname, 'programs', 'app.mjs');

/** Starts the app of `programs/`, by default on a free port. */
export function startApp(runtime: Runtime, env: Readonly<Record<string, string>> = {}): Promise<AppServer> {
  const { binary, args } = runtime;
  return startServer(binary, [...args, program], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PORT: '0', NO_COLOR: '1', ...engineOf(runtime), ...env },
  });
}

/** Status and body. */
export async function responseOf(outgoing: ClientRequest): Promise<[number | undefined, string]> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return [incoming.statusCode, await text(incoming)];
}

/** By an end or by a reset. */
export function closeOf(socket: Socket | null): Promise<void> {
  return new Promise((resolve) => socket?.on('error', () => {}).once('close', () => resolve()));
}
