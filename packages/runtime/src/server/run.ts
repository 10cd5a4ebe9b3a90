import { channel } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { WebSocketRoute } from '../application/web-socket-route.ts';
import { identityOf } from '../container/container-interface.ts';
import { Closing } from './closing.ts';
import { startEagerly } from './eager-start.ts';
import { inspected } from './inspected.ts';
import { isEveryInterface, isOnThisMachine, listenAddress, urlOf } from './listen-address.ts';
import { createNodeListener } from './node-listener.ts';
import { nodeServer } from './node-server.ts';
import { pendingServices } from './pending-services.ts';
import { closeOnSignal, delayEnd, endProcess, useResources } from './process-end.ts';
import type { RunningServer, RunOptions, Servable } from '../application/servable.ts';
import { StaticFiles } from './static-files.ts';
import { warnOfDebug } from './warn-of-debug.ts';
import type { WebSockets } from './web-sockets.ts';

const SHUTDOWN_TIMEOUT = 10_000;
// In milliseconds; Node's timers take 1 for anything longer.
const LONGEST_TIMER = 2_147_483_647;
// In milliseconds: what the container's disposal gets at least, however long the shutdown took.
const LEAST_DISPOSAL_TIME = 1000;

/** Where development tools learn which application a process serves. */
const served = channel('fw-runtime.served');

/**
 * Serves an application (rules S1, S4). When it cannot listen, it says so in one line and ends the process with
 * exit code 1.
 *
 * @param entryScripts never served from the document root; see pipeline/call-sites.ts
 * @returns once it listens
 * @throws with `signals: false`: UnresolvedMiddlewareError with `server.eager`, and when it cannot listen Node's error,
 *   such as one with the code EADDRINUSE
 */
export async function run(
  application: Servable,
  options: RunOptions = {},
  entryScripts: readonly string[] = [],
): Promise<RunningServer> {
  const release = useResources(resourcesOf(application));
  try {
    return await start(application, options, entryScripts, release);
  } catch (error) {
    const isLast = release();
    if (options.signals === false) throw error;
    console.error(whyNot(error));
    if (isLast) await disposeInTime(application, shutdownTimeout(application)).catch(() => {});
    return endProcess(1);
  }
}

async function start(
  application: Servable,
  options: RunOptions,
  entryScripts: readonly string[],
  release: () => boolean,
): Promise<RunningServer> {
  application.checkRoutes();
  if (application.serverConfig.eager === true) await startEagerly(application);
  warnOfDebug(application);
  const { serverConfig } = application;
  const { host, port } = listenAddress(options, process.env, serverConfig);
  const closing = new Closing();
  const root = serverConfig.document_root;
  const files = inspected(application, root === undefined ? undefined : new StaticFiles(root, entryScripts));
  const { platform } = options;
  const listening = { files, closing, ...(platform !== undefined && { platform }) };
  const sockets = await webSocketsOf(application);
  const { server, connections, listen } = await nodeServer({ host, port }, serverConfig, options.tls, {
    request: createNodeListener(application, listening),
    checkContinue: createNodeListener(application, { ...listening, awaitsContinue: true }),
  });
  sockets?.attachTo(server, listening);
  await listen();
  // For instance too many open files when a client connects. The server goes on.
  server.on('error', (error) => application.errors.log(error));

  const address = server.address() as AddressInfo;
  const url = urlOf(host, address.port, options.tls !== undefined);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeForGood());
  const forget = options.signals === false ? undefined : closeOnSignal(close);
  if (options.silent !== true) {
    const isInspected = application.debug !== false && isOnThisMachine(host);
    const details = [
      ...(isEveryInterface(host) ? [`all interfaces, ${host}`] : []),
      ...(isInspected ? [`inspector: ${url}/_fw`] : []),
    ].join('; ');
    console.log(`Listening on ${url}${details && ` (${details})`}`);
  }
  if (served.hasSubscribers) served.publish(application);
  return { url, port: address.port, server, close };

  async function closeForGood(): Promise<void> {
    const done = forget ?? delayEnd(close);
    const timeout = shutdownTimeout(application);
    const deadline = performance.now() + timeout;
    try {
      closing.begin();
      await connections.close(timeout);
      await sockets?.allClosed(deadline - performance.now());
      if (release()) await disposeInTime(application, deadline - performance.now());
    } finally {
      done();
    }
  }
}

/** Undefined where no WebSocket is opened, so that nothing of them is loaded, and a request with `Upgrade` is like any other. */
async function webSocketsOf(application: Servable): Promise<WebSockets | undefined> {
  const isAsked = application.serverConfig.websocket !== undefined;
  const hasRoute = application.middleware(false).some(({ value }) => value instanceof WebSocketRoute);
  if (!isAsked && !hasRoute) return undefined;
  const runtime = ['Bun', 'Deno'].find((name) => name in globalThis);
  if (runtime !== undefined) {
    application.errors.warn(
      `run() opens no WebSockets on ${runtime}: serve withWebSockets(app) of fw-runtime/${runtime.toLowerCase()} (docs/websockets.md).`,
    );
    return undefined;
  }
  const module = await import('./web-sockets.ts');
  return module.WebSockets.load(application);
}

/**
 * Disposes of an application's container. When the time is over, the services that are not done are logged, and the server
 * closes without them.
 *
 * @param time in milliseconds
 */
async function disposeInTime(application: Servable, time: number): Promise<void> {
  const limit = Math.max(Math.ceil(time), LEAST_DISPOSAL_TIME);
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<true>((resolve) => (timer = setTimeout(resolve, limit, true)));
  const isLate = await Promise.race([disposeOf(application), timeIsOver]).finally(() => clearTimeout(timer));
  if (isLate !== true) return;
  const services = pendingServices(application);
  const waitsFor = services === '' ? '' : `, which waits for ${services}`;
  console.error(`The container was not disposed of in ${limit} ms${waitsFor}; the server closes without it.`);
}

async function disposeOf({ container }: Servable): Promise<void> {
  await (container as { dispose?(): unknown } | undefined)?.dispose?.();
}

/** What a server uses; the same for all applications over one container. */
function resourcesOf(application: Servable): object {
  return application.container === undefined ? application : identityOf(application.container);
}

function shutdownTimeout({ serverConfig }: Servable): number {
  return Math.min(serverConfig.shutdown_timeout ?? SHUTDOWN_TIMEOUT, LONGEST_TIMER);
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
