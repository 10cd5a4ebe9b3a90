import type { Cluster } from 'node:cluster';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

// Undocumented methods of Node's handles; test/runtimes/node-internals.test.ts checks them on each version.

// In ms: how long clients are waited for, when more and more of them connect.
const LONGEST_WAIT = 2000;
// In ms: longer than a handshake takes between a proxy and its servers.
const HANDSHAKE = 2;
// In ms: Linux repeats after 200 ms what was not acknowledged.
const REPETITION = 250;

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
 * that place, so that Linux accepts no further client until the port is closed. When a client came at the same moment, Node
 * accepts its connection, and the place is taken again. Does nothing on other systems, and in workers of node:cluster, whose
 * port stays open. Only for Node.
 *
 * @param timeLeft in milliseconds, for the whole shutdown
 * @returns when the port must be closed, in the same turn of the event loop
 */
export async function emptyBacklog(server: Server, timeLeft: () => number): Promise<void> {
  if (process.platform !== 'linux') return;
  // Not imported, because most processes never need it.
  const { isWorker } = process.getBuiltinModule('node:cluster') as unknown as Cluster;
  if (isWorker || handleOf(server)?.listen?.(0) !== 0) return;
  const { address, family, port } = server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  const deadline = performance.now() + Math.min(timeLeft(), LONGEST_WAIT);
  while (performance.now() < deadline) {
    const overflows = backlogOverflows();
    const own = connect({ host, port }).on('error', () => {});
    // Node connects in the next tick, which is before it accepts anything.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const isConnected = handleOf(own)?.getpeername?.({}) === 0;
    setImmediate(() => own.destroy());
    if (isConnected) {
      // Without leaving the turn, in which Node would accept our connection.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HANDSHAKE);
      if (backlogOverflows() === overflows && backlogLength(family, port) === 1) return;
    }
    // A client has the place, or was too late for it; Node accepts its connection meanwhile.
    const pause = Math.min(REPETITION, timeLeft());
    await new Promise((resolve) => (isConnected ? setTimeout(resolve, pause) : setImmediate(resolve)));
  }
}

/** How often Linux found no place for a client in a backlog. */
function backlogOverflows(): string | undefined {
  const [text = ''] = readsOf('/proc/net/netstat');
  const [names = [], values = []] = text.split('\n').map((line) => line.split(' '));
  return values[names.indexOf('ListenOverflows')];
}

/** How many connections wait in the backlog of a port; 1 where it can't be read. */
function backlogLength(family: string, port: number): number {
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  // The local and the remote address, the state "listening", and the lengths of two queues.
  const row = new RegExp(`:${local} \\S+ 0A \\w+:(\\w+)`);
  for (const rows of readsOf(family === 'IPv6' ? '/proc/net/tcp6' : '/proc/net/tcp')) {
    const [, length] = row.exec(rows) ?? [];
    if (length !== undefined) return parseInt(length, 16);
    // Open ports come first. A busy server has many connections behind them.
    if (!rows.includes(' 0A ')) break;
  }
  return 1;
}

/** Reads a file in /proc, whole lines at a time; nothing where the file may not be read. */
function* readsOf(file: string): Generator<string> {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(16_384);
    for (let length = 1; (length = readSync(descriptor, bytes)) > 0;)
      yield bytes.toString('latin1', 0, length);
  } catch {
    // As where there is no such file.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function handleOf(holder: Server | Socket): Handle | undefined {
  return (holder as unknown as { readonly _handle?: Handle | null })['_handle'] ?? undefined;
}
