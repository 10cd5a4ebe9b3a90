import type { ChildProcess } from 'node:child_process';

interface Connection {
  close(): void;
}

/** A message of node:cluster: `seq` numbers a connection that is sent, and `ack` is the number of one that was accepted. */
interface ClusterMessage {
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Tracks the connections that node:cluster has sent to a worker and that the worker has not accepted yet. When a worker dies,
 * node:cluster forgets these connections, and their clients would wait forever.
 *
 * @returns a function that closes the pending connections, so that their clients can send their requests again
 */
export function trackPendingConnections(worker: ChildProcess): () => void {
  const pending = new Map<number | undefined, Connection>();
  const { send } = worker;
  worker.send = (message: ClusterMessage, connection?: unknown, ...rest: never[]) => {
    if (isConnection(connection)) pending.set(message.seq, connection);
    return Reflect.apply(send, worker, [message, connection, ...rest]) as boolean;
  };
  worker.on('internalMessage' as 'message', (message) => {
    pending.delete((message as ClusterMessage).ack);
  });
  return () => pending.forEach((connection) => connection.close());
}

function isConnection(handle: unknown): handle is Connection {
  return typeof (handle as Partial<Connection> | undefined)?.close === 'function';
}
