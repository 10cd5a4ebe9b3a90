import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { NamedMiddleware, RequestHandler } from '../../../kernel/application/request-handler.ts';
import { ServiceNotCreatedError } from '../../../kernel/errors/coded-errors.ts';
import { type MiddlewareFault, UnresolvedMiddlewareError } from '../../../kernel/errors/config-error.ts';
import { isClosed, onClose } from '../exchange.ts';

/** Notifies the requests in progress when the server shuts down. */
export class ShutdownSignal {
  /** Whether load balancers should send no more requests. */
  draining = false;
  /** Whether each response closes its HTTP/1 connection. */
  closesConnections = false;
  #started = false;
  readonly #listeners = new Set<() => void>();

  /** @param signal aborted when a server that is not ours shuts down */
  static from(signal: AbortSignal | undefined): ShutdownSignal {
    const shutdown = new ShutdownSignal();
    const start = (): void => {
      shutdown.drain();
      shutdown.start();
    };
    if (signal?.aborted) start();
    else signal?.addEventListener('abort', start, { once: true });
    return shutdown;
  }

  /** The server still accepts connections and requests, but each response closes its connection. */
  drain(): void {
    this.draining = true;
    this.closesConnections = true;
  }

  /** Calls the listeners. A server that is replaced by another process on its port is never `draining`. */
  start(): void {
    this.#started = true;
    this.closesConnections = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /**
   * Calls a listener when the shutdown starts; at once when it has started.
   *
   * @returns removes the listener
   */
  onStart(listener: () => void): () => void {
    if (this.#started) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls a listener when the shutdown starts before a response is complete; at once when it has started. */
  during(outgoing: ServerResponse, listener: () => void): void {
    if (this.#started) listener();
    else if (!outgoing.writableEnded && !isClosed(outgoing)) onClose(outgoing, this.onStart(listener));
  }

  /** A signal for one request: a shared signal would keep the listeners of all requests until the server ends. */
  signalFor(outgoing: ServerResponse): AbortSignal {
    const controller = new AbortController();
    this.during(outgoing, () => controller.abort());
    return controller.signal;
  }
}

// In ms: how long idle connections stay open when a server shuts down, for requests that are in transit.
export const IDLE_GRACE = 300;
// In ms: how long an eager start may take before it warns.
const LONG_START = 5000;
// In ms: `server.shutdown_timeout` when absent.
const SHUTDOWN_TIMEOUT = 10_000;
// In ms; Node's timers take 1 for anything longer.
export const MAX_TIMER = 2_147_483_647;
// In ms: the least time for the disposal of the container, however long the shutdown took.
export const MIN_DISPOSAL_TIME = 1000;

/**
 * Starts the services of `dependencies.start`, and with `server.eager` resolves all middleware at once, as the first requests would.
 * Warns when that takes long, and fails when nothing is left in the process that could end the wait.
 *
 * @throws {@link ServiceNotStartedError}, and what creating a service throws
 * @throws {@link UnresolvedMiddlewareError} listing all middleware that fails
 */
export async function startServices(application: RequestHandler): Promise<void> {
  const pending = (): string => pendingServices(application) || 'services';
  const warn = (): void =>
    application.errors.warn(
      `The server isn't listening yet: it is waiting for ${pending()} to be created or started.`,
    );
  const timer = setTimeout(warn, LONG_START).unref();
  const over = new AbortController();
  const deadlock = once(process, 'beforeExit', over).then((): never => {
    throw new ServiceNotCreatedError(`Startup is deadlocked: waiting for ${pending()}.`);
  });
  deadlock.catch(() => {});
  try {
    const { start } = (application.container ?? {}) as { start?(): unknown };
    await Promise.race([start?.call(application.container), deadlock]);
    if (application.serverConfig.eager !== true) return;
    const outcomes = await Promise.all(application.middleware().map((item) => resolveError(item, deadlock)));
    const failures = outcomes.filter((failure) => failure !== undefined);
    if (failures.length > 0) throw new UnresolvedMiddlewareError(failures);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function resolveError(
  { name, place, resolve }: NamedMiddleware,
  deadlock: Promise<never>,
): Promise<MiddlewareFault | undefined> {
  try {
    await Promise.race([resolve(), deadlock]);
    return undefined;
  } catch (error) {
    return { name, place, error };
  }
}

/** The services that are being created or disposed of: `"db", "posts"`; "" when the container can't list them. */
function pendingServices({ container }: Pick<RequestHandler, 'container'>): string {
  const { pending } = (container ?? {}) as { pending?: unknown };
  return Array.isArray(pending) ? pending.map((id) => JSON.stringify(String(id))).join(', ') : '';
}

/** In milliseconds. */
export function shutdownTimeout({ serverConfig }: RequestHandler): number {
  return Math.min(serverConfig.shutdown_timeout ?? SHUTDOWN_TIMEOUT, MAX_TIMER);
}

/** Disposes of an application's container. Services that take longer than the time in milliseconds are logged and abandoned. */
export async function disposeInTime(application: RequestHandler, time: number): Promise<void> {
  const limit = Math.max(Math.ceil(time), MIN_DISPOSAL_TIME);
  if (await isDisposed(application, limit)) return;
  const services = pendingServices(application);
  const pending = services === '' ? '' : `, waiting for ${services}`;
  console.error(`The container was not disposed of in ${limit} ms${pending}; the server closes without it.`);
}

/**
 * Disposes of a container that can be disposed of.
 *
 * @param limit in milliseconds
 * @returns false when the disposal takes longer
 */
export function isDisposed(
  { container }: Pick<RequestHandler, 'container'>,
  limit: number,
): Promise<boolean> {
  const { dispose } = (container ?? {}) as { dispose?(): unknown };
  return isSettled((async () => dispose?.call(container))(), limit);
}

/**
 * Waits for a promise.
 *
 * @param limit in milliseconds
 * @returns false when the time is over before the promise is resolved
 */
export async function isSettled(work: Promise<unknown>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, limit, false)));
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
