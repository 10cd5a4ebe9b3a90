import type { Cluster } from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

// Properties of Node's objects that Node does not document. test/runtimes/node-internals.test.ts checks them on each version.

/** Set once the headers are sent. */
const HEADER = '_header';
/** Sends the headers through `writeHead`, which middleware may have replaced. */
const IMPLICIT_HEADER = '_implicitHeader';

interface PrivateResponse {
  [HEADER]: string | null;
  [IMPLICIT_HEADER](): void;
}

interface PrivateSocket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming: IncomingMessage | null } | null;
}

/** Makes `headersSent` true on a response that no socket belongs to. */
export function markHeadersSent(outgoing: ServerResponse): void {
  (outgoing as unknown as PrivateResponse)[HEADER] = 'sent';
}

/** Calls `writeHead` with the status and headers that are set, unless the headers have been sent. */
export function sendImplicitHeaders(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) (outgoing as unknown as PrivateResponse)[IMPLICIT_HEADER]();
}

/** The response that an HTTP/1 connection is sending or will send next. */
export function responseInFlight(socket: Socket): ServerResponse | undefined {
  return (socket as PrivateSocket)['_httpMessage'] ?? undefined;
}

/** Whether the request that an HTTP/1 connection received last has a body that is still arriving. */
export function isReceivingBody(socket: Socket): boolean {
  return (socket as PrivateSocket).parser?.incoming?.complete === false;
}

/** Whether an AsyncLocalStorage may be bound to a diagnostics channel; true where a runtime doesn't tell. */
export function mayHaveStores(channel: object): boolean {
  return (channel as { readonly _stores?: { readonly size: number } })['_stores']?.size !== 0;
}

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
