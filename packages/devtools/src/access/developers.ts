import { isForStranger, type NodeSource, type ServerRequest } from 'fw-runtime/internal';

/** How a developer is known: by the token, or by a cookie that only opens pages. */
type Access = 'token' | 'cookie';

// Keyed by Node's request, so that every application behind one listener finds it, whatever the listener changes.
const admitted = new WeakMap<object, Access>();

/**
 * Notes that a developer has sent a request. Only gate.ts decides that for a request from a server.
 *
 * @param received Node's own object for the request, or the source of a request without a server
 */
export function admit(received: object, access: Access = 'token'): void {
  admitted.set(received, access);
}

/** Whether a developer has sent a request: from this process, or with the token. Only developers see data. */
export function isDeveloper(request: ServerRequest): boolean {
  const { source } = request;
  const { node } = source as Partial<NodeSource>;
  if (node !== undefined) return admitted.get(node.incoming) === 'token';
  return !isForStranger() && (source.isLocal || admitted.has(source));
}

/**
 * Whether a request came to a server with the token or with the cookie. Every server on this machine may have the
 * cookie, so the pages that it opens contain no data.
 */
export function mayOpenPages(request: ServerRequest): boolean {
  const { node } = request.source as Partial<NodeSource>;
  return node !== undefined && admitted.has(node.incoming);
}
