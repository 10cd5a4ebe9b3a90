import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { TlsOptions } from '../application/request-handler.ts';
import type { ServerConfig } from '../config/config.ts';
import { Connections, otherRuntime } from './exchange.ts';
import type { TimeLimits } from './http2-server.ts';
import { IncomingRequest } from './internals/private-api.ts';
import type { ListenAddress } from './run-options.ts';

export interface NodeServer {
  readonly server: Server;
  readonly connections: Connections;
  /** @returns once it listens */
  listen(): Promise<void>;
}

// Not imported: an import reads every export, with WebSocket among them, for which Node loads all of fetch at startup.
const { createServer } = process.getBuiltinModule('node:http');

const MAX_CHECKING_INTERVAL = 30_000;

const NODE_OPTIONS: object = {
  // Workers of a cluster share one port.
  exclusive: false,
  noDelay: true,
  // Newer versions of Node then create no stream for a request without a body; older versions ignore it.
  optimizeEmptyRequests: true,
  // The application rejects such a request itself, so that the response has a body.
  requireHostHeader: false,
};

const PLAIN_OPTIONS: object = {
  ...NODE_OPTIONS,
  ...(otherRuntime() === undefined && { IncomingMessage: IncomingRequest }),
};

/** Creates the server. TLS and HTTP/2 are loaded when they are used. */
export async function nodeServer(
  { host, port }: ListenAddress,
  config: ServerConfig,
  tls: TlsOptions | undefined,
  listeners: Readonly<Record<'request' | 'checkContinue' | 'checkExpectation', RequestListener>>,
): Promise<NodeServer> {
  const limits = timeLimits(config);
  const { server, sessions } = tls
    ? (await import('./http2-server.ts')).http2Server(tls, NODE_OPTIONS, limits)
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
        // Bun's error lacks address and port.
        throw error instanceof Error ? Object.assign(error, { address: host, port, ...error }) : error;
      }
    },
  };
}

/** The limits of the configuration, or else those of Node. */
export function timeLimits(config: ServerConfig): TimeLimits {
  const request = config.request_timeout ?? 300_000;
  // Node swaps the two limits when that of the headers is the longer one.
  const headers = Math.min(config.headers_timeout ?? 60_000, request || Infinity);
  const checkingInterval = Math.min(MAX_CHECKING_INTERVAL, headers || Infinity, request || Infinity);
  return { headers, request, checkingInterval };
}
