import { checkLogger, type Logger, warn } from '../errors/logger.ts';
import { hideInput } from '../errors/secret-names.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { isThenable } from '../pipeline/lazy-middleware.ts';

export interface ApplicationLogOptions {
  /**
   * Receives every error that becomes a 5xx, and errors below that with a status of their own that were not created for
   * the client, because they may come from an upstream. The `logger` receives them when it is absent.
   */
  readonly log?: ((error: unknown, request?: ServerRequest) => unknown) | undefined;
  /** Receives errors, each with its request, and warnings; the console when absent. */
  readonly logger?: Logger | undefined;
  /** Receives the warnings instead of the logger when `fw` inspects the application. */
  readonly host?: { warn(message: string): void } | undefined;
}

/** Logs an application's errors and warnings. Logging never fails. */
export class ApplicationLog {
  readonly #log: ApplicationLogOptions['log'];
  readonly #logger: Logger | undefined;
  readonly #host: ApplicationLogOptions['host'];

  /** @throws {@link InvalidArgumentError} when the logger lacks a method */
  constructor({ log, logger, host }: ApplicationLogOptions) {
    this.#log = log;
    this.#host = host;
    this.#logger = logger === undefined ? undefined : checkLogger(logger);
  }

  /** @param status the status of the response */
  error(error: unknown, request: ServerRequest | undefined, status: number | undefined): void {
    attempt(hideInput, error);
    if (this.#log !== undefined) attempt(this.#log, error, request);
    else if (this.#logger === undefined) printError(error, request, status);
    else if (!attempt(() => this.#logger?.error(...lineOf(error, request, status)))) {
      printError(error, request, status);
    }
  }

  warn(message: string): void {
    const logger = this.#host ?? this.#logger;
    if (logger === undefined || !attempt(() => logger.warn(message))) warn(message);
  }
}

function lineOf(
  err: unknown,
  request: ServerRequest | undefined,
  status: number | undefined,
): [record: object, message: string] {
  if (request === undefined)
    return [{ err }, 'An error occurred after the response, or outside of a request.'];
  const { method, originalPath: path } = request;
  const route = request.source.route?.name;
  const requestId = request.getAttribute('requestId') ?? request.header('x-request-id');
  const record = {
    err,
    method,
    path,
    ...(route !== undefined && { route }),
    ...(requestId !== undefined && { requestId }),
    status,
  };
  return [record, `${method} ${path} failed with ${status}.`];
}

function printError(error: unknown, request: ServerRequest | undefined, status: number | undefined): void {
  const head = request === undefined ? [] : [headOf(request, status)];
  // A format comes first, because the console would format a path such as "/%c3".
  const isPrinted = attempt(console.error, ...(head.length > 0 ? ['%s', ...head, error] : [error]));
  if (!isPrinted) attempt(console.error, [...head, 'The thrown value cannot be printed.'].join(' '));
}

/** The head of a log entry, always on one line, because control characters are escaped. */
function headOf({ method, originalPath, source: { route } }: ServerRequest, status = 500): string {
  const name = route?.explicitName === undefined ? '' : ` (${route.explicitName})`;
  const by = route === undefined ? '' : `, route ${String(route)}${name}`;
  return `${method} ${originalPath} failed with ${status}${by}:`.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @returns whether the call didn't throw; the rejection of a returned promise is ignored */
export function attempt<Args extends unknown[]>(call: (...args: Args) => unknown, ...args: Args): boolean {
  try {
    const result = call(...args);
    if (isThenable(result)) result.then(undefined, () => {});
    return true;
  } catch {
    return false;
  }
}
