import type { Server } from 'node:http';
import type { Closing } from './closing.ts';
import type { Connections } from './connections.ts';
import type { Http2Sessions } from './http2-sessions.ts';

const IDLE_CHECK_INTERVAL = 20;

export interface Serving {
  readonly server: Pick<Server, 'close' | 'closeIdleConnections'>;
  readonly closing: Closing;
  readonly connections: Connections;
  /** Undefined without TLS. */
  readonly sessions: Http2Sessions | undefined;
}

/**
 * Lets the requests in flight finish, and closes every connection as soon as it has none.
 *
 * @param timeout after how many milliseconds what is left is cut off
 */
export async function shutDown(
  { server, closing, connections, sessions }: Serving,
  timeout: number,
): Promise<void> {
  closing.begin();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.closeUnused();
  sessions?.close();
  // Node closes the connections that are idle now; those that become so after their answer are closed here.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
  const deadline = setTimeout(() => {
    sessions?.destroy();
    // After the sessions, which are let go of first.
    setImmediate(() => connections.destroy());
  }, timeout);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
