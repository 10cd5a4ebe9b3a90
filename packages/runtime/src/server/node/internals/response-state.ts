import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
