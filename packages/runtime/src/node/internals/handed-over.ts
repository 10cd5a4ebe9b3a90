import type { ChildProcess } from 'node:child_process';

interface Connection {
  close(): void;
}

/** Of node:cluster: `seq` numbers what is sent, and `ack` what was taken. */
interface ClusterMessage {
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Watches the connections that node:cluster hands to a worker. It forgets those that a worker has not taken when it dies, and
 * their clients would wait for ever.
 *
 * @returns closes them, so that their clients can ask again
 */
export function handedOver(worker: ChildProcess): () => void {
  const connections = new Map<number | undefined, Connection>();
  const { send } = worker;
  worker.send = (message: ClusterMessage, connection?: unknown, ...rest: never[]) => {
    if (isConnection(connection)) connections.set(message.seq, connection);
    return Reflect.apply(send, worker, [message, connection, ...rest]) as boolean;
  };
  worker.on('internalMessage' as 'message', (message) => {
    connections.delete((message as ClusterMessage).ack);
  });
  return () => connections.forEach((connection) => connection.close());
}

function isConnection(handle: unknown): handle is Connection {
  return typeof (handle as Partial<Connection> | undefined)?.close === 'function';
}
