import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { TlsOptions } from '../application/request-handler.ts';
import type { ServerConfig } from '../config/config.ts';
import { Connections } from './connections.ts';
import { IncomingRequest } from './internals/incoming-request.ts';
import type { ListenAddress } from './listen-address.ts';
import { otherRuntime } from './other-runtime.ts';
import { timeLimits } from './time-limits.ts';

export interface NodeServer {
  readonly server: Server;
  readonly connections: Connections;
  /** @returns once it listens */
  listen(): Promise<void>;
}

// Not imported: an import reads every export, with WebSocket among them, for which Node loads all of fetch before the first answer.
const { createServer } = process.getBuiltinModule('node:http');

const NODE_OPTIONS: object = {
  // Workers of a cluster share one port.
  exclusive: false,
  noDelay: true,
  // Newer versions of Node then make no stream for a request without a body; older ones ignore it.
  optimizeEmptyRequests: true,
  // The application rejects such a request itself, so that the response has a body.
  requireHostHeader: false,
};

const PLAIN_OPTIONS: object = {
  ...NODE_OPTIONS,
  ...(otherRuntime() === undefined && { IncomingMessage: IncomingRequest }),
};

/** Makes the server. What TLS and HTTP/2 need is loaded with TLS only. */
export async function nodeServer(
  { host, port }: ListenAddress,
  config: ServerConfig,
  tls: TlsOptions | undefined,
  listeners: Readonly<Record<'request' | 'checkContinue' | 'checkExpectation', RequestListener>>,
): Promise<NodeServer> {
  const limits = timeLimits(config);
  const { server, sessions } = tls
    ? (await import('./tls-server.ts')).tlsServer(tls, NODE_OPTIONS, limits)
    : { server: createServer(PLAIN_OPTIONS), sessions: undefined };
  // Assigned, because Node 20 ignores them as options with TLS.
  Object.assign(server, {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkingInterval,
  });
  for (const [event, listener] of Object.entries(listeners)) server.on(event, listener);
  return {
    server,
    connections: new Connections(server, sessions),
    async listen() {
      try {
        server.listen({ host, port, ...NODE_OPTIONS });
        await once(server, 'listening');
      } catch (error) {
        // Bun's error does not tell them.
        throw error instanceof Error ? Object.assign(error, { address: host, port, ...error }) : error;
      }
    },
  };
}
