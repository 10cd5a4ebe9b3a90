// Keyed by what the server received, so that each application behind one listener finds it, whatever the listener removed.
const admitted = new WeakSet<object>();

/**
 * Notes that a developer has sent a request. Only development/gate.ts decides that.
 *
 * @param received the server's own object for the request
 */
export function admit(received: object): void {
  admitted.add(received);
}

/** Whether a developer has sent a request. */
export function isAdmitted(received: object): boolean {
  return admitted.has(received);
}
