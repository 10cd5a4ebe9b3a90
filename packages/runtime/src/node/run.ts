import { channel } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import type { RunningServer, RunOptions, RequestHandler } from '../application/request-handler.ts';
import { WebSocketRoute } from '../http/upgrade-web-socket.ts';
import { identityOf } from '../container/container-interface.ts';
import { otherRuntime } from './exchange.ts';
import { emptyBacklog } from './internals/private-api.ts';
import {
  announce,
  checkRunOptions,
  isOnThisMachine,
  listenAddress,
  shutdownDelay,
  startErrorMessage,
  urlOf,
  WORKER_PORT,
} from './run-options.ts';
import { createNodeListener } from './node-listener.ts';
import { nodeServer } from './node-server.ts';
import { type ServerShared, UnmetExpectation } from './node-source.ts';
import {
  closeOnSignal,
  delayEnd,
  endProcess,
  finishIfLast,
  serveHere,
  useResources,
} from './process/process-end.ts';
import {
  disposeInTime,
  MIN_DISPOSAL_TIME,
  ShutdownSignal,
  shutdownTimeout,
  startEagerly,
} from './process/lifecycle.ts';
import type { PreHandler } from '../application/request-handler.ts';
import type { WebSockets } from './websocket/web-sockets.ts';
import type { StopReason, ThisWorker } from './workers/this-worker.ts';

// In ms: how long idle connections stay open after the port is closed, for requests that are in transit.
const IDLE_GRACE = 300;

/** Publishes the application that the process serves, for development tools. */
const served = channel('fw-runtime.served');

/**
 * Serves an application (rules S1, S4), in several processes when `workers` says so. When the server can't listen, prints why in
 * one line and ends the process with exit code 1.
 *
 * @param entryScripts never served from the document root; see errors/call-sites.ts
 * @returns once it listens
 * @throws with `signals: false`: UnresolvedMiddlewareError with `server.eager`, and Node's error when the server can't listen,
 *   such as an error with the code EADDRINUSE
 */
export async function run(
  application: RequestHandler,
  options: RunOptions = {},
  entryScripts: readonly string[] = [],
): Promise<RunningServer> {
  const release = useResources(resourcesOf(application));
  let worker: ThisWorker | undefined;
  try {
    checkRunOptions(options);
    const hasWorkers = (options.workers ?? application.serverConfig.workers ?? 1) !== 1;
    // A worker has the variable, even if its configuration has changed meanwhile.
    if (hasWorkers || process.env[WORKER_PORT] !== undefined) {
      const { runByWorkers, thisWorker } = await import('./workers/run-by-workers.ts');
      worker = thisWorker();
      const running = await runByWorkers(application, options, release);
      if (running !== undefined) return running;
    }
    const address = worker && { port: worker.port };
    return await start(application, { ...options, ...address }, entryScripts, release, worker);
  } catch (error) {
    const isLast = release();
    if (worker !== undefined) await worker.fails(error);
    else if (options.signals === false) throw error;
    else console.error(startErrorMessage(error));
    if (isLast) await disposeInTime(application, shutdownTimeout(application)).catch(() => {});
    return endProcess(1);
  }
}

async function start(
  application: RequestHandler,
  options: RunOptions,
  entryScripts: readonly string[],
  release: () => boolean,
  worker: ThisWorker | undefined,
): Promise<RunningServer> {
  serveHere();
  application.checkRoutes();
  const { debug, serverConfig } = application;
  if (serverConfig.eager === true) await startEagerly(application);
  const debugging = debug === false ? undefined : await import('./debug-listener.ts');
  debugging?.warnOfDebug(application);
  const { host, port } = listenAddress(options, process.env, serverConfig);
  const delay = shutdownDelay(serverConfig, process.env);
  const closing = new ShutdownSignal();
  const { platform } = options;
  const shared: ServerShared = { closing, ...(platform !== undefined && { platform }) };
  const listening = { ...shared, files: await staticFiles(application, entryScripts) };
  const createListener = debugging?.createDebugListener ?? createNodeListener;
  const sockets = await webSocketsOf(application);
  const { server, connections, listen } = await nodeServer({ host, port }, serverConfig, options.tls, {
    request: createListener(application, listening),
    checkContinue: createListener(application, { ...listening, awaitsContinue: true }),
    checkExpectation: createListener(application, { ...listening, Source: UnmetExpectation }),
  });
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
  sockets?.attachTo(server, shared);
  await listen();
  // Such as too many open files when a client connects. The server continues.
  server.on('error', (error) => application.errors.log(error));

  const address = server.address() as AddressInfo;
  const url = urlOf(host, address.port, options.tls !== undefined);
  let closed: Promise<void> | undefined;
  const close = (why: StopReason): Promise<void> => (closed ??= closeForGood(why));
  const closeByCall = (): Promise<void> => close('call');
  const forget = options.signals === false ? undefined : closeOnSignal(() => close('signal'));
  if (worker !== undefined) worker.listens(close);
  else if (options.silent !== true) {
    const tools = debug === false || !isOnThisMachine(host) ? undefined : application.tools;
    announce(url, host, tools === undefined ? [] : [`inspector: ${tools.inspectorUrl(url)}`]);
  }
  if (served.hasSubscribers) served.publish(application);
  return { url, port: address.port, server, close: closeByCall };

  async function closeForGood(why: StopReason): Promise<void> {
    const done = forget ?? delayEnd(closeByCall);
    // The successor of a process that is replaced serves the same port, so load balancers stay.
    if (why !== 'replacement') {
      closing.drain();
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    }
    const timeout = shutdownTimeout(application);
    const deadline = performance.now() + timeout;
    // Node warns of a negative time.
    const timeLeft = (): number => Math.max(0, deadline - performance.now());
    try {
      const isGradual = otherRuntime() === undefined && (why !== 'call' || delay > 0);
      if (isGradual) await emptyBacklog(server);
      closing.start();
      if (isGradual) {
        const idleTime = why === 'replacement' ? connections.maxIdle : IDLE_GRACE;
        await connections.drain(Math.min(idleTime, timeout));
      }
      await connections.close(timeLeft());
      await sockets?.allClosed(timeLeft());
      await worker?.leave();
      if (release()) await disposeInTime(application, timeLeft());
      await finishIfLast(Math.max(timeLeft(), MIN_DISPOSAL_TIME));
    } finally {
      done();
    }
  }
}

/** Undefined without a document root. */
async function staticFiles(
  { serverConfig: { document_root: root } }: RequestHandler,
  entryScripts: readonly string[],
): Promise<PreHandler | undefined> {
  if (root === undefined) return undefined;
  const { StaticFiles } = await import('./files/static-files.ts');
  return new StaticFiles(root, entryScripts);
}

/** Undefined when the application opens no WebSockets: then a request with `Upgrade` is like any other. */
async function webSocketsOf(application: RequestHandler): Promise<WebSockets | undefined> {
  const isConfigured = application.serverConfig.websocket !== undefined;
  const hasRoute = application.middleware(false).some(({ value }) => value instanceof WebSocketRoute);
  if (!isConfigured && !hasRoute) return undefined;
  const runtime = otherRuntime();
  if (runtime !== undefined) {
    application.errors.warn(
      `run() opens no WebSockets on ${runtime}: serve withWebSockets(app) of fw-runtime/${runtime.toLowerCase()} (docs/websockets.md).`,
    );
    return undefined;
  }
  const { WebSockets } = await import('./websocket/web-sockets.ts');
  return WebSockets.load(application);
}

/** The resources that a server uses: the container, which several applications may share. */
function resourcesOf(application: RequestHandler): object {
  return application.container === undefined ? application : identityOf(application.container);
}
