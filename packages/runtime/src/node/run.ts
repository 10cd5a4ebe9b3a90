import { channel } from 'node:diagnostics_channel';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketRoute } from '../application/web-socket-route.ts';
import { shutdownDelay } from '../config/shutdown-delay.ts';
import { identityOf } from '../container/container-interface.ts';
import { Closing } from './process/closing.ts';
import { disposeInTime, LEAST_DISPOSAL_TIME, shutdownTimeout } from './process/disposal.ts';
import { startEagerly } from './process/eager-start.ts';
import { emptyBacklog } from './empty-backlog.ts';
import { inspected } from './process/inspected.ts';
import { announce, isOnThisMachine, listenAddress, PORT_OF_WORKER, urlOf } from './listen-address.ts';
import { createNodeListener } from './node-listener.ts';
import { nodeServer } from './node-server.ts';
import { otherRuntime } from './other-runtime.ts';
import {
  closeOnSignal,
  delayEnd,
  endProcess,
  finishIfLast,
  serveHere,
  useResources,
} from './process/process-end.ts';
import type { RunningServer, RunOptions, RequestHandler } from '../application/request-handler.ts';
import { checkRunOptions } from './run-options.ts';
import { StaticFiles } from './files/static-files.ts';
import type { StopReason, ThisWorker } from './workers/this-worker.ts';
import { UnmetExpectation } from './reading/unmet-expectation.ts';
import { warnOfDebug } from './process/warn-of-debug.ts';
import type { WebSockets } from './websocket/web-sockets.ts';

// In milliseconds: how long idle connections stay open after the port is closed, for requests that are on their way.
const IDLE_GRACE = 300;

/** Where development tools learn which application a process serves. */
const served = channel('fw-runtime.served');

/**
 * Serves an application (rules S1, S4), by several processes where it is told so. When it cannot listen, it says so in one line
 * and ends the process with exit code 1.
 *
 * @param entryScripts never served from the document root; see pipeline/call-sites.ts
 * @returns once it listens
 * @throws with `signals: false`: UnresolvedMiddlewareError with `server.eager`, and when it cannot listen Node's error,
 *   such as one with the code EADDRINUSE
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
    const isAsked = (options.workers ?? application.serverConfig.workers ?? 1) !== 1;
    // Loaded only then. The variable is there in a worker, though it may have read another configuration by now.
    if (isAsked || process.env[PORT_OF_WORKER] !== undefined) {
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
    else console.error((await import('./process/why-not.ts')).whyNot(error));
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
  if (application.serverConfig.eager === true) await startEagerly(application);
  warnOfDebug(application);
  const { serverConfig } = application;
  const { host, port } = listenAddress(options, process.env, serverConfig);
  const delay = shutdownDelay(serverConfig, process.env);
  const closing = new Closing();
  const root = serverConfig.document_root;
  const files = inspected(application, root === undefined ? undefined : new StaticFiles(root, entryScripts));
  const { platform } = options;
  const listening = { files, closing, ...(platform !== undefined && { platform }) };
  const sockets = await webSocketsOf(application);
  const { server, connections, listen } = await nodeServer({ host, port }, serverConfig, options.tls, {
    request: createNodeListener(application, listening),
    checkContinue: createNodeListener(application, { ...listening, awaitsContinue: true }),
    checkExpectation: createNodeListener(application, { ...listening, Source: UnmetExpectation }),
  });
  const failing = new WeakSet<Socket>();
  server.on('clientError', (error, socket) => {
    // Each further chunk of what is not HTTP is another error.
    if (failing.has(socket as Socket)) return;
    failing.add(socket as Socket);
    void import('./client-errors.ts')
      .then(({ respondToClientError }) =>
        respondToClientError(error, socket as Socket, application, listening),
      )
      .catch((failure) => {
        application.errors.log(failure);
        socket.destroy();
      });
  });
  sockets?.attachTo(server, listening);
  await listen();
  // For instance too many open files when a client connects. The server goes on.
  server.on('error', (error) => application.errors.log(error));

  const address = server.address() as AddressInfo;
  const url = urlOf(host, address.port, options.tls !== undefined);
  let closed: Promise<void> | undefined;
  const close = (why: StopReason): Promise<void> => (closed ??= closeForGood(why));
  const closeByCall = (): Promise<void> => close('call');
  const forget = options.signals === false ? undefined : closeOnSignal(() => close('signal'));
  if (worker !== undefined) worker.listens(close);
  else if (options.silent !== true) {
    const isInspected = application.debug !== false && isOnThisMachine(host);
    announce(url, host, isInspected ? [`inspector: ${await inspectorUrl(url)}`] : []);
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
    const isAtOnce = why === 'call' && delay === 0;
    try {
      if (!isAtOnce) await emptyBacklog(server);
      closing.begin();
      if (!isAtOnce && otherRuntime() === undefined) {
        const idleTime = why === 'replacement' ? connections.longestIdle : IDLE_GRACE;
        await connections.leaveIdle(Math.min(idleTime, timeout));
      }
      await connections.close(timeLeft());
      await sockets?.allClosed(timeLeft());
      await worker?.leave();
      if (release()) await disposeInTime(application, timeLeft());
      await finishIfLast(Math.max(timeLeft(), LEAST_DISPOSAL_TIME));
    } finally {
      done();
    }
  }
}

async function inspectorUrl(url: string): Promise<string> {
  return (await import('../development/inspector/gate.ts')).inspectorUrl(url);
}

/** Undefined where no WebSocket is opened, so that nothing of them is loaded, and a request with `Upgrade` is like any other. */
async function webSocketsOf(application: RequestHandler): Promise<WebSockets | undefined> {
  const isAsked = application.serverConfig.websocket !== undefined;
  const hasRoute = application.middleware(false).some(({ value }) => value instanceof WebSocketRoute);
  if (!isAsked && !hasRoute) return undefined;
  const runtime = otherRuntime();
  if (runtime !== undefined) {
    application.errors.warn(
      `run() opens no WebSockets on ${runtime}: serve withWebSockets(app) of fw-runtime/${runtime.toLowerCase()} (docs/websockets.md).`,
    );
    return undefined;
  }
  const module = await import('./websocket/web-sockets.ts');
  return module.WebSockets.load(application);
}

/** What a server uses; the same for all applications over one container. */
function resourcesOf(application: RequestHandler): object {
  return application.container === undefined ? application : identityOf(application.container);
}
