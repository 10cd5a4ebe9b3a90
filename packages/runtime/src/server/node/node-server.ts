import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import { WebSocketRoute } from '../../kernel/http/upgrade-web-socket.ts';
import { HttpError } from '../../kernel/errors/http-error.ts';
import { trackConnections } from './connections.ts';
import { otherRuntime } from './exchange.ts';
import type { TimeLimits } from './http2-server.ts';
import { emptyBacklog } from './internals/backlog.ts';
import { IncomingRequest } from './internals/incoming-request.ts';
import { createNodeListener } from './node-listener.ts';
import { IDLE_GRACE } from './process/lifecycle.ts';
import type { EngineOptions, ServerEngine } from './server-engine.ts';
import type { OpenSockets } from './websocket/web-sockets.ts';

// Not imported: an import reads every export, with WebSocket among them, for which Node loads all of fetch at startup.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http');

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

/** Creates the server of node:http. TLS, HTTP/2 and WebSockets are loaded when they are used. */
export async function nodeEngine(options: EngineOptions): Promise<ServerEngine> {
  const { application, address, shared, tls } = options;
  const { closing } = shared;
  const createListener =
    application.debug === false
      ? createNodeListener
      : (await import('./debug-listener.ts')).createDebugListener;
  const limits = timeLimits(application.serverConfig);
  const { server, sessions } = tls
    ? (await import('./http2-server.ts')).http2Server(tls, NODE_OPTIONS, limits)
    : { server: createHttpServer(PLAIN_OPTIONS), sessions: undefined };
  // Assigned, because Node 20 ignores them as options with TLS.
  Object.assign(server, {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkingInterval,
  });
  const connections = trackConnections(server, sessions);
  server.on('request', createListener(application, shared));
  server.on('checkContinue', createListener(application, { ...shared, awaitsContinue: true }));
  server.on('checkExpectation', createListener(rejectingExpectations(application), shared));
  const failing = new WeakSet<Socket>();
  server.on('clientError', (error, socket) => {
    // Each further chunk after malformed HTTP is another error.
    if (failing.has(socket as Socket)) return;
    failing.add(socket as Socket);
    void import('./client-errors.ts')
      .then(({ respondToClientError }) => respondToClientError(error, socket as Socket, application, shared))
      .catch((failure) => {
        application.errors.log(failure);
        socket.destroy();
      });
  });
  const sockets = await serveUpgrades(server, options);
  return {
    server,
    async listen() {
      server.listen({ ...address, ...NODE_OPTIONS });
      await once(server, 'listening');
      // Such as too many open files when a client connects. The server continues.
      server.on('error', (error) => application.errors.log(error));
      return (server.address() as AddressInfo).port;
    },
    async stop(why, isGradual, timeLeft) {
      const canDrain = isGradual && otherRuntime() === undefined;
      if (canDrain) await emptyBacklog(server, timeLeft);
      closing.start();
      if (canDrain) {
        const idleTime = why === 'replacement' ? connections.maxIdle() : IDLE_GRACE;
        await connections.drain(Math.min(idleTime, timeLeft()));
      }
      await connections.close(timeLeft());
      await sockets?.allClosed(timeLeft());
    },
  };
}

/** A request may expect nothing else than "100-continue" (RFC 9110 10.1.1). */
function rejectingExpectations(application: RequestHandler): RequestHandler {
  return {
    ...application,
    respond(request) {
      const error = new HttpError(417, 'The server supports only the expectation "100-continue".');
      request.source.rejection ??= error;
      return application.respond(request);
    },
  };
}

/** Undefined when the application opens no WebSockets: then a request with `Upgrade` is like any other. */
async function serveUpgrades(
  server: Server,
  { application, shared }: EngineOptions,
): Promise<OpenSockets | undefined> {
  if (!opensWebSockets(application)) return undefined;
  if (otherRuntime() !== undefined) {
    application.errors.warn(
      'On Bun and Deno, WebSockets need the server of the runtime: set server.engine to "native".',
    );
    return undefined;
  }
  const { serveWebSockets } = await import('./websocket/web-sockets.ts');
  return serveWebSockets(server, application, shared);
}

/** Whether an application has a route for WebSockets, or a configuration for them. */
export function opensWebSockets(application: RequestHandler): boolean {
  if (application.serverConfig.websocket !== undefined) return true;
  return application.middleware(false).some(({ value }) => value instanceof WebSocketRoute);
}

/** The limits of the configuration, or else those of Node. */
export function timeLimits(config: ServerConfig): TimeLimits {
  const request = config.request_timeout ?? 300_000;
  // Node swaps the two limits when that of the headers is the longer one.
  const headers = Math.min(config.headers_timeout ?? 60_000, request || Infinity);
  const checkingInterval = Math.min(MAX_CHECKING_INTERVAL, headers || Infinity, request || Infinity);
  return { headers, request, checkingInterval };
}
