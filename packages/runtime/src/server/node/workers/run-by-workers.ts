import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import type {
  RunningServer,
  RunOptions,
  RequestHandler,
} from '../../../kernel/application/request-handler.ts';
import type { ServerConfig } from '../../../kernel/config.ts';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { otherRuntime } from '../exchange.ts';
import { isNative } from '../server-engine.ts';
import { announce, listenAddress, shutdownDelay, urlOf, WORKER_PORT } from '../run-options.ts';
import { closeOnSignal, delayEnd, serveByWorkers } from '../process/process-end.ts';
import { disposeInTime, MAX_TIMER, MIN_DISPOSAL_TIME, shutdownTimeout } from '../process/lifecycle.ts';
import { ThisWorker } from './this-worker.ts';
import { Workers } from './workers.ts';

// In ms: how much longer than its shutdown may take a worker may run before it is killed.
const KILL_DELAY = 5000;

/** This process as a worker; undefined when `run()` of another process hasn't started it. */
export function thisWorker(): ThisWorker | undefined {
  const port = process.env[WORKER_PORT];
  // Child processes of this worker are no workers.
  delete process.env[WORKER_PORT];
  return port === undefined || cluster.isPrimary ? undefined : new ThisWorker(Number(port));
}

/**
 * Starts worker processes that run the same program and serve the application.
 *
 * @param release called when this process no longer needs the application's container
 * @returns undefined when this process serves the application itself
 * @throws the error that keeps the first worker from listening; InvalidArgumentError when the number of workers is invalid
 */
export async function runByWorkers(
  application: RequestHandler,
  options: RunOptions,
  release: () => boolean,
): Promise<RunningServer | undefined> {
  const count = workerCount(options, application.serverConfig);
  // A worker of ours, or of a program that decides itself how many there are, such as `fw dev`.
  if (cluster.isWorker || count === 1) return undefined;
  const alone = whyAlone(application);
  if (alone !== undefined) {
    application.errors.warn(alone);
    return undefined;
  }
  const endWorkers = serveByWorkers(count);
  const address = listenAddress(options, process.env, application.serverConfig);
  const timeout = shutdownTimeout(application);
  const delay = shutdownDelay(application.serverConfig, process.env);
  // This process handles no requests.
  if (release()) await disposeInTime(application, timeout);
  const limit = Math.min(delay + timeout + MIN_DISPOSAL_TIME + KILL_DELAY, MAX_TIMER);
  let workers: Workers;
  let port: number;
  try {
    port = address.port || (await freePort(address.host));
    workers = new Workers(count, port, limit);
    await workers.startFirst();
  } catch (error) {
    endWorkers();
    throw error;
  }
  const hasSignals = options.signals !== false;
  // Windows has no SIGHUP to send.
  const replacesOnSignal = hasSignals && process.platform !== 'win32';
  const replaceAll = (): void => void workers.replaceAll();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= workers.close().finally(() => {
      process.off('SIGHUP', replaceAll);
      endWorkers();
      done();
    }));
  const done = hasSignals ? closeOnSignal(close) : delayEnd(close);
  if (replacesOnSignal) process.on('SIGHUP', replaceAll);
  await workers.startOthers();
  const url = urlOf(address.host, port, options.tls !== undefined);
  if (options.silent !== true && closed === undefined) announce(url, address.host, [`${count} workers`]);
  // It never listens.
  const server = process.getBuiltinModule('node:http').createServer();
  return { url, port, server, close };
}

/**
 * The number of processes that serve; 1 unless the option or the configuration says otherwise.
 *
 * @throws {@link InvalidArgumentError} when the option is neither "auto" nor an integer of at least 1
 */
function workerCount({ workers: option }: RunOptions, config: ServerConfig): number {
  const workers = option ?? config.workers ?? 1;
  if (workers === 'auto') return availableParallelism();
  if (Number.isInteger(workers) && workers > 0) return workers;
  throw new InvalidArgumentError('option workers', '"auto" or an integer of at least 1', workers);
}

/** A port for all workers and their successors. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function whyAlone({ debug, serverConfig }: RequestHandler): string | undefined {
  const runtime = otherRuntime();
  if (runtime === 'Deno') {
    return 'run() starts no workers on Deno, so this process serves alone: use "deno serve --parallel" instead.';
  }
  if (runtime === 'Bun' && !(isNative(runtime, serverConfig) && process.platform === 'linux')) {
    return 'On Bun, workers need Linux and server.engine "native", so this process serves alone.';
  }
  if (debug === false) return undefined;
  return 'With debug, this process serves alone and server.workers is ignored, because the inspector sees the requests of one process.';
}
