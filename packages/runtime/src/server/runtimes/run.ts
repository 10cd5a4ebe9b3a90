import { channel } from 'node:diagnostics_channel';
import type { RequestHandler, RunningServer, RunOptions } from '../../kernel/application/request-handler.ts';
import { identityOf } from '../../kernel/container/container-interface.ts';
import { UnsupportedRuntimeError } from '../../kernel/errors/coded-errors.ts';
import { otherRuntime } from '../node/exchange.ts';
import {
  closeOnSignal,
  delayEnd,
  endProcess,
  finishIfLast,
  serveHere,
  useResources,
} from '../node/process/process-end.ts';
import {
  disposeInTime,
  MIN_DISPOSAL_TIME,
  ShutdownSignal,
  shutdownTimeout,
  startServices,
} from '../node/process/lifecycle.ts';
import {
  announce,
  checkRunOptions,
  isOnThisMachine,
  listenAddress,
  shutdownDelay,
  startErrorMessage,
  urlOf,
  WORKER_PORT,
} from '../node/run-options.ts';
import { nodeEngine } from '../node/node-server.ts';
import type { EngineOptions, ServerEngine } from '../node/server-engine.ts';
import type { StopReason, ThisWorker } from '../node/workers/this-worker.ts';

/** Publishes the application that the process serves, for development tools. */
const served = channel('fw-runtime.served');

/**
 * Serves an application (rules S1, S4), in several processes when `workers` says so. When the server can't listen, prints why in
 * one line and ends the process with exit code 1.
 *
 * @param entryScripts never served from the document root; see errors/call-sites.ts
 * @returns once it listens
 * @throws with `signals: false`: the error of a service that can't start, UnresolvedMiddlewareError with `server.eager`, and Node's error when the server can't listen,
 *   such as an error with the code EADDRINUSE
 */
export async function run(
  application: RequestHandler,
  options: RunOptions = {},
  entryScripts: readonly string[] = [],
): Promise<RunningServer> {
  const { container } = application;
  // Several applications may share a container.
  const release = useResources(container === undefined ? application : identityOf(container));
  let worker: ThisWorker | undefined;
  try {
    checkRunOptions(options);
    const hasWorkers = (options.workers ?? application.serverConfig.workers ?? 1) !== 1;
    // A worker has the variable, even if its configuration has changed meanwhile.
    if (hasWorkers || process.env[WORKER_PORT] !== undefined) {
      const { runByWorkers, thisWorker } = await import('../node/workers/run-by-workers.ts');
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
  await startServices(application);
  if (debug !== false) (await import('../node/debug-listener.ts')).warnOfDebug(application);
  const address = listenAddress(options, process.env, serverConfig);
  const delay = shutdownDelay(serverConfig, process.env);
  const closing = new ShutdownSignal();
  const { platform, tls } = options;
  const engine = await createEngine({
    application: await servable(application, entryScripts),
    address,
    tls,
    shared: { closing, strictPaths: serverConfig.strict_paths, platform },
    isWorker: worker !== undefined,
  });
  const { host } = address;
  const port = await engine.listen().catch((error: object) => {
    // Only Node's error has an address and a port.
    throw Object.assign(error, { address: host, port: address.port, ...error });
  });
  const url = urlOf(host, port, tls !== undefined);
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
  const running = { url, port, close: closeByCall };
  if (engine.server !== undefined) return { ...running, server: engine.server };
  // Not enumerable, so that the object can be copied and printed.
  return Object.defineProperty(running, 'server', { get: noNodeServer }) as RunningServer;

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
      await engine.stop(why, why !== 'call' || delay > 0, timeLeft);
      await worker?.leave();
      if (release()) await disposeInTime(application, timeLeft());
      await finishIfLast(Math.max(timeLeft(), MIN_DISPOSAL_TIME));
    } finally {
      done();
    }
  }
}

function noNodeServer(): never {
  throw new UnsupportedRuntimeError('server.server', 'node:http', 'set server.engine to "node"');
}

/** The application, behind the files of its document root. */
async function servable(
  application: RequestHandler,
  entryScripts: readonly string[],
): Promise<RequestHandler> {
  const { document_root: root } = application.serverConfig;
  if (root === undefined) return application;
  const { StaticFiles, withFiles } = await import('../node/files/static-files.ts');
  return withFiles(application, new StaticFiles(root, entryScripts));
}

/**
 * The server of the configuration: on Bun its own, elsewhere that of node:http. The development tools read Node's objects, so
 * `fw dev` serves by node:http.
 */
async function createEngine(options: EngineOptions): Promise<ServerEngine> {
  const { serverConfig, tools } = options.application;
  const runtime = otherRuntime();
  if (runtime === undefined || tools !== undefined) return nodeEngine(options);
  const { isNative } = await import('../node/server-engine.ts');
  if (!isNative(runtime, serverConfig)) return nodeEngine(options);
  const { default: cluster } = await import('node:cluster');
  // A process of `fw dev`, or of another program whose workers share a port.
  if (cluster.isWorker && !options.isWorker) return nodeEngine(options);
  const { nativeEngine } = await import('./native-engine.ts');
  return nativeEngine(runtime, options);
}
