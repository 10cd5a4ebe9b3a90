import type { Server as NodeServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serve, type ServerOptions } from 'srvx';
import type { ServerConfig } from '../config/config.ts';
import { isEveryInterface, listenAddress, urlOf } from './listen-address.ts';
import { createNodeListener } from './node-listener.ts';
import type { Servable } from './servable.ts';
import { onShutdownSignal } from './signals.ts';
import { StaticFiles } from './static-files.ts';

export interface RunOptions {
  /** Else `HOST`, else `config.server.host`, else 0.0.0.0. */
  readonly host?: string;
  /** Else `PORT`, else `config.server.port`, else 8080; 0 takes a free one. */
  readonly port?: number;
  /** Certificate and key, as PEM or as paths of files; serves HTTPS with HTTP/2. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Whether SIGTERM and SIGINT shut the server down and end the process; true when absent. */
  readonly signals?: boolean;
  /** Whether nothing is printed; false when absent. */
  readonly silent?: boolean;
}

export interface RunningServer {
  /** Without a trailing slash, such as `http://localhost:8080`. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no new connections, waits for the requests in flight (`server.shutdown_timeout`), and disposes of the
   * container.
   */
  close(): Promise<void>;
}

// Newer versions of Node make no stream for a request that has no body; older ones pass over it.
const NEWER_OPTIONS: object = { optimizeEmptyRequests: true };
const SHUTDOWN_TIMEOUT = 10_000;
const IDLE_CHECK_INTERVAL = 20;
const SLOW_CHECK_INTERVAL = 30_000;

/**
 * Serves an application (SEMANTICS S1, S4). When it cannot listen, it says so in one line and ends the process with
 * exit code 1.
 *
 * @param entryScripts what of the document root is never served; see `callingFiles`
 * @returns once it listens
 */
export async function run(
  application: Servable,
  options: RunOptions = {},
  entryScripts: readonly string[] = [],
): Promise<RunningServer> {
  try {
    return await listen(application, options, entryScripts);
  } catch (error) {
    console.error(whyNot(error));
    await application.dispose().catch(() => {});
    process.exit(1);
  }
}

async function listen(
  application: Servable,
  options: RunOptions,
  entryScripts: readonly string[],
): Promise<RunningServer> {
  application.checkRoutes();
  const { serverConfig } = application;
  const { host, port } = listenAddress(options, process.env, serverConfig);
  let closing: Promise<void> | undefined;
  const hosting = serve({
    fetch: (request) => application.fetch(request),
    hostname: host,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: { connectionsCheckingInterval: checkingInterval(serverConfig), ...NEWER_OPTIONS },
    ...(options.tls && ({ tls: options.tls } satisfies Partial<ServerOptions>)),
  });
  const server = hosting.node?.server as NodeServer;
  server.headersTimeout = serverConfig.headers_timeout ?? server.headersTimeout;
  server.requestTimeout = serverConfig.request_timeout ?? server.requestTimeout;
  const root = serverConfig.document_root;
  const listening = {
    files: root === undefined ? undefined : new StaticFiles(root, entryScripts),
    isClosing: () => closing !== undefined,
  };
  // srvx listens, speaks TLS and HTTP/2; a request is answered without the Web objects that it would make.
  server.removeAllListeners('request').on('request', createNodeListener(application, listening));
  server.on('checkContinue', createNodeListener(application, { ...listening, awaitsContinue: true }));
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket.once('close', () => connections.delete(socket)));
  });
  await hosting.serve();

  const address = server.address() as AddressInfo;
  const url = urlOf(host, address.port, options.tls !== undefined);
  const close = (): Promise<void> =>
    (closing ??= shutDown(server, connections, serverConfig.shutdown_timeout ?? SHUTDOWN_TIMEOUT)
      .finally(forgetSignals)
      .then(() => application.dispose()));
  const forgetSignals = options.signals === false ? () => {} : onShutdownSignal(close);
  if (options.silent !== true) {
    console.log(`Listening on ${url}${isEveryInterface(host) ? ` (all interfaces, ${host})` : ''}`);
  }
  return { url, port: address.port, close };
}

// Node looks for slow clients from time to time; a time limit that is shorter would not be kept.
function checkingInterval(config: ServerConfig): number {
  const { headers_timeout: headers = 0, request_timeout: request = 0 } = config;
  return Math.min(SLOW_CHECK_INTERVAL, headers || SLOW_CHECK_INTERVAL, request || SLOW_CHECK_INTERVAL);
}

async function shutDown(
  server: NodeServer,
  connections: ReadonlySet<Socket>,
  timeout: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node does not count a connection as idle on which nothing came yet.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  // Node closes the connections that are idle now; those that become so after their answer are closed here.
  const idle = setInterval(() => server.closeIdleConnections?.(), IDLE_CHECK_INTERVAL);
  const deadline = setTimeout(() => server.closeAllConnections?.(), timeout);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

function whyNot(error: unknown): string {
  const { code, address, port, message } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is in use; stop what listens there, or set PORT to another.`;
  }
  if (code === 'EACCES') return `Port ${port} on ${address} needs more rights; set PORT to one above 1023.`;
  return `The server cannot start: ${message ?? String(error)}`;
}
