import { isForStranger, type NodeSource, type ServerRequest } from 'fw-runtime/internal';

// Keyed by Node's request, so that every application behind one listener finds it, whatever the listener changes.
const admitted = new WeakSet<object>();

/**
 * Notes that a developer has sent a request. Only gate.ts decides that for a request from a server.
 *
 * @param received Node's own object for the request, or the source of a request without a server
 */
export function admit(received: object): void {
  admitted.add(received);
}

/** Whether a developer has sent a request: from this process, or with access to the inspector. */
export function isDeveloper({ source }: ServerRequest): boolean {
  const { node } = source as Partial<NodeSource>;
  if (node !== undefined) return admitted.has(node.incoming);
  return !isForStranger() && (source.isLocal || admitted.has(source));
}
