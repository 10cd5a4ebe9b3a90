import type { Cluster } from 'node:cluster';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

const MAX_ATTEMPTS = 100;

/** The undocumented methods of Node's TCPWrap. */
interface Handle {
  /** A second call changes the length of the backlog. */
  listen?(backlog: number): number;
  /** @returns 0 when the socket is connected */
  getpeername?(info: object): number;
}

/**
 * Accepts the connections that clients have opened and that wait for this process. Closing the port would reset them, and a
 * proxy such as nginx sends no POST a second time. The backlog is shortened to one place, and a connection of our own takes
 * that place, so that Linux accepts no further client until the port is closed. Does nothing on other systems, and in workers
 * of node:cluster, whose port stays open. Only for Node.
 *
 * @returns when the port must be closed, in the same turn of the event loop
 */
export async function emptyBacklog(server: Server): Promise<void> {
  if (process.platform !== 'linux') return;
  // Not imported, because most processes never need it.
  const { isWorker } = process.getBuiltinModule('node:cluster') as unknown as Cluster;
  if (isWorker || handleOf(server)?.listen?.(0) !== 0) return;
  const { address, port } = server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = connect({ host, port }).on('error', () => {});
    // Node connects in the next tick, which is before it accepts anything.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const isConnected = handleOf(own)?.getpeername?.({}) === 0;
    const nextTurn = new Promise((resolve) => setImmediate(resolve));
    void nextTurn.then(() => own.destroy());
    if (isConnected) return;
    // A client has the place; Node accepts its connection meanwhile.
    await nextTurn;
  }
}

function handleOf(holder: Server | Socket): Handle | undefined {
  return (holder as unknown as { readonly _handle?: Handle | null })['_handle'] ?? undefined;
}
