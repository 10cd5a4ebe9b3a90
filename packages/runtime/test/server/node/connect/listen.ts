import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port of 127.0.0.1 until the test is over. */
export function listen(listener: RequestListener): Promise<{ port: number; url: string }> {
  return listenOn(createServer(listener));
}

export async function listenOn(server: Pick<Server, 'listen' | 'address' | 'close' | 'once'>): Promise<{
  port: number;
  url: string;
}> {
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  onTestFinished(async () => {
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}

/** The status of a response whose body is not read. */
export async function statusOf(asked: Response | Promise<Response>): Promise<number> {
  const { status, body } = await asked;
  await body?.cancel();
  return status;
}
