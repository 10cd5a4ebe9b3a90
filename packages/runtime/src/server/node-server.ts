import type { RequestListener, Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { ServerOptions } from 'srvx';
// By its name, because 'srvx' is the native server on Bun and Deno, which has no sockets to close in good order.
import { serve } from 'srvx/node';
import type { TlsOptions } from '../application/servable.ts';
import type { ServerConfig } from '../config/config.ts';
import { Connections } from './connections.ts';
import { Http2Sessions } from './http2-sessions.ts';
import type { ListenAddress } from './listen-address.ts';
import { timeLimits } from './time-limits.ts';

export interface NodeServer {
  readonly server: Server;
  readonly connections: Connections;
  /** @returns once it listens */
  listen(): Promise<void>;
}

const NODE_OPTIONS: object = {
  // Workers of a cluster share one port.
  exclusive: false,
  noDelay: true,
  // Newer versions of Node then make no stream for a request without a body; older ones ignore it.
  optimizeEmptyRequests: true,
};

// Node 20 sets these for HTTP/1 servers, but not for HTTP/2 servers that accept HTTP/1 as well.
const HTTP1_DEFAULTS = { keepAliveTimeout: 5000, requireHostHeader: true };

/** Makes the server. srvx sets up listening, TLS and HTTP/2. */
export function nodeServer(
  { host, port }: ListenAddress,
  config: ServerConfig,
  tls: TlsOptions | undefined,
  listeners: { readonly request: RequestListener; readonly checkContinue: RequestListener },
): NodeServer {
  const limits = timeLimits(config);
  const hosting = serve({
    // Never called, because its request listener is replaced below.
    fetch: () => new Response(),
    hostname: host,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: { ...NODE_OPTIONS, handshakeTimeout: limits.headers },
    ...(tls && ({ tls } satisfies Partial<ServerOptions>)),
  });
  const { server } = hosting.node as { server: Server | Http2SecureServer };
  // Assigned, because Node 20 ignores them as options with TLS.
  Object.assign(server, {
    ...(tls && HTTP1_DEFAULTS),
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkingInterval,
  });
  // Ours make no Web objects.
  server.removeAllListeners('request');
  for (const [event, listener] of Object.entries(listeners)) server.on(event, listener);
  const sessions = tls && new Http2Sessions(server as Http2SecureServer, limits);
  return {
    server: server as Server,
    connections: new Connections(server as Server, sessions),
    async listen() {
      try {
        await hosting.serve();
      } catch (error) {
        // Bun's error does not tell them.
        throw error instanceof Error ? Object.assign(error, { address: host, port, ...error }) : error;
      }
    },
  };
}
