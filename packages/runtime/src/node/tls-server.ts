import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
// By its name, because 'srvx' is the native server on Bun and Deno, which has no sockets to close in good order.
import { serve } from 'srvx/node';
import type { TlsOptions } from '../application/request-handler.ts';
import { Http2Sessions } from './http2-sessions.ts';
import type { TimeLimits } from './time-limits.ts';

// Node 20 sets these for HTTP/1 servers, but not for HTTP/2 servers that accept HTTP/1 as well.
const HTTP1_DEFAULTS = { keepAliveTimeout: 5000, requireHostHeader: false };

/** A server for HTTP/2, and HTTP/1 beside it, as srvx sets it up; without a listener of requests. */
export function tlsServer(
  tls: TlsOptions,
  options: object,
  limits: TimeLimits,
): { readonly server: Server; readonly sessions: Http2Sessions } {
  const hosting = serve({
    // Never called, because its request listener is removed below.
    fetch: () => new Response(),
    port: 0,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: { ...options, handshakeTimeout: limits.headers },
    tls,
  });
  const server = hosting.node?.server as unknown as Http2SecureServer;
  // Ours make no Web objects.
  server.removeAllListeners('request');
  Object.assign(server, HTTP1_DEFAULTS);
  return { server: server as unknown as Server, sessions: new Http2Sessions(server, limits) };
}
