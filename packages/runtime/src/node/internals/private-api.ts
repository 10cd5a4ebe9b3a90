import type * as http from 'node:http';
import type { Cluster } from 'node:cluster';
import type { ServerResponse } from 'node:http';
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
  readonly parser?: { readonly incoming: http.IncomingMessage | null } | null;
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

/** Whether an AsyncLocalStorage may be bound to a diagnostics channel; true where a runtime doesn't expose its stores. */
export function mayHaveStores(channel: object): boolean {
  return (channel as { readonly _stores?: { readonly size: number } })['_stores']?.size !== 0;
}

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

// Not imported; see node-server.ts.
const IncomingMessage: typeof http.IncomingMessage = process.getBuiltinModule('node:http').IncomingMessage;
// Node itself calls this method with `optimizeEmptyRequests`. No public method ends a stream without its events.
const END_SILENTLY = '_dumpAndCloseReadable';

/** Receives a body chunk by chunk. */
export interface BodyReceiver {
  /** @returns false when it receives no more */
  add(chunk: Buffer): boolean;
  /** @param complete whether the client has sent the whole body */
  end(complete: boolean): void;
}

/**
 * Node's request, whose body can bypass its stream: the events of a stream cost more than reading a small body does. Afterwards
 * the stream has ended as that of a request without a body; newer versions of Node emit no event for it unless
 * there is a listener. Other runtimes than Node deliver no body through `push`.
 */
export class IncomingRequest extends IncomingMessage {
  // Declared, so that requests without a body have no field to initialize.
  declare private bodyReceiver: BodyReceiver | null | undefined;

  /** @returns false when some of the body has arrived already, or the stream is in use */
  receiveBody(receiver: BodyReceiver): boolean {
    if (this.readableFlowing !== null || this.readableLength > 0 || this.complete) return false;
    this.bodyReceiver = receiver;
    return true;
  }

  /** Whether `receiveBody` has succeeded, now or before. */
  get isReceived(): boolean {
    return this.bodyReceiver !== undefined;
  }

  /** Node calls this with each chunk, and with null at the end. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const { bodyReceiver: receiver } = this;
    if (receiver === undefined || receiver === null) return super.push(chunk, encoding);
    // The stream is read as well, if only to drop the rest after the response.
    const isRead = this.readableFlowing !== null;
    if (chunk !== null) {
      const continues = receiver.add(chunk);
      if (!continues) this.bodyReceiver = null;
      return isRead ? super.push(chunk, encoding) : continues;
    }
    this.bodyReceiver = null;
    if (isRead) super.push(null);
    else endStream(this);
    receiver.end(true);
    return false;
  }

  override destroy(error?: Error): this {
    if (this.bodyReceiver) {
      this.bodyReceiver.end(false);
      this.bodyReceiver = null;
    }
    return super.destroy(error);
  }
}

function endStream(incoming: IncomingRequest): void {
  const hasListeners = incoming.listenerCount('end') > 0 || incoming.listenerCount('close') > 0;
  const node = incoming as { [END_SILENTLY]?(): void };
  if (!hasListeners && node[END_SILENTLY] !== undefined) node[END_SILENTLY]();
  else {
    incoming.push(null);
    incoming.resume();
  }
}
