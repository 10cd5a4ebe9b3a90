import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { RunningServer, RunOptions, RequestHandler } from '../../application/request-handler.ts';
import { shutdownDelay } from '../../config/shutdown-delay.ts';
import { disposeInTime, LEAST_DISPOSAL_TIME, LONGEST_TIMER, shutdownTimeout } from '../process/disposal.ts';
import { announce, listenAddress, PORT_OF_WORKER, urlOf } from '../listen-address.ts';
import { otherRuntime } from '../other-runtime.ts';
import { closeOnSignal, delayEnd, serveByWorkers } from '../process/process-end.ts';
import { ThisWorker } from './this-worker.ts';
import { workerCount } from './worker-count.ts';
import { Workers } from './workers.ts';

// In milliseconds: how much longer than it may take a worker that stops is waited for, before it is killed.
const PATIENCE = 5000;

/** This process, where `run()` of another has started it to serve. */
export function thisWorker(): ThisWorker | undefined {
  const port = process.env[PORT_OF_WORKER];
  // Not for the processes that it starts itself.
  delete process.env[PORT_OF_WORKER];
  return port === undefined || cluster.isPrimary ? undefined : new ThisWorker(Number(port));
}

/**
 * Has other processes serve, which run the same program.
 *
 * @param release to be called when this process needs the application's container no more
 * @returns undefined where this process serves itself
 * @throws what keeps the first of them from listening; InvalidArgumentError when the number of workers is none
 */
export async function runByWorkers(
  application: RequestHandler,
  options: RunOptions,
  release: () => boolean,
): Promise<RunningServer | undefined> {
  const count = workerCount(options, application.serverConfig);
  // A worker of ours, or one of somebody else who decides how many there are, as `fw dev` does.
  if (cluster.isWorker || count === 1) return undefined;
  const alone = whyAlone(application);
  if (alone !== undefined) {
    application.errors.warn(alone);
    return undefined;
  }
  const noMore = serveByWorkers(count);
  const address = listenAddress(options, process.env, application.serverConfig);
  const timeout = shutdownTimeout(application);
  const delay = shutdownDelay(application.serverConfig, process.env);
  // Nothing is asked of this process.
  if (release()) await disposeInTime(application, timeout);
  const limit = Math.min(delay + timeout + LEAST_DISPOSAL_TIME + PATIENCE, LONGEST_TIMER);
  let workers: Workers;
  let port: number;
  try {
    port = address.port || (await freePort(address.host));
    workers = new Workers(count, port, limit);
    await workers.startFirst();
  } catch (error) {
    noMore();
    throw error;
  }
  const hasSignals = options.signals !== false;
  // Windows has none that could be sent.
  const replacesOnSignal = hasSignals && process.platform !== 'win32';
  const replaceAll = (): void => void workers.replaceAll();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeForGood());
  const done = hasSignals ? closeOnSignal(close) : delayEnd(close);
  if (replacesOnSignal) process.on('SIGHUP', replaceAll);
  await workers.startOthers();
  const url = urlOf(address.host, port, options.tls !== undefined);
  if (options.silent !== true && closed === undefined)
    announce(url, address.host, [count === 1 ? '1 worker' : `${count} workers`]);
  return { url, port, server: neverListening(), close };

  async function closeForGood(): Promise<void> {
    try {
      await workers.close();
    } finally {
      process.off('SIGHUP', replaceAll);
      noMore();
      done();
    }
  }
}

function neverListening(): Server {
  return process.getBuiltinModule('node:http').createServer();
}

/** The same for all workers, and those that come after them. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function whyAlone({ debug }: RequestHandler): string | undefined {
  const runtime = otherRuntime();
  if (runtime !== undefined) {
    const instead = { Bun: 'Bun.serve({ reusePort: true, … })', Deno: 'deno serve --parallel' }[runtime];
    return `run() starts no workers on ${runtime}, and this process serves alone: see ${instead} (docs/many-processes.md).`;
  }
  if (debug === false) return undefined;
  return 'With debug, this process serves alone, because the inspector sees the requests of one process: server.workers counts without debug.';
}
