import {
  defineMiddleware,
  HttpError,
  type HttpResponse,
  type Logger,
  type PassOn,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { custom, optional, picklist, strictObject } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { milliseconds } from '../provider/schemas.ts';

/** Options of `timeout()`. */
export interface TimeoutOptions {
  /** The time limit for the response, not for its body, in milliseconds; 30 000 when absent. */
  readonly milliseconds?: number;
  /**
   * The status of the error response: 503, or 504 when the time is spent waiting for another server; 503 when absent.
   */
  readonly status?: 503 | 504;
  /**
   * Logs errors that occur after the timeout response; the console when absent, in configuration the app's `Logger`.
   */
  readonly logger?: Pick<Logger, 'error'>;
}

const OPTIONS = strictObject({
  milliseconds: optional(milliseconds(), 30_000),
  status: optional(picklist([503, 504]), 503),
  logger: optional(custom<Pick<Logger, 'error'>>(isLogger, 'expected an object with a method error')),
});

function isLogger(value: unknown): boolean {
  return typeof (value as Partial<Logger> | null)?.error === 'function';
}

/**
 * Sends an error response when the inner middleware exceeds the time limit, and aborts the request's `signal`. A late
 * response is dropped, and its stream is cancelled. A stream that has started is not interrupted.
 *
 * @param options the time limit, the status and a logger; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(timeout({ milliseconds: 5000 }));
 */
export function timeout(options?: TimeoutOptions): SharedMiddleware {
  const { milliseconds: limit, status, logger = console } = readOptions('timeout', OPTIONS, options);
  const message = `The inner middleware sent no response within ${limit} ms.`;

  return defineMiddleware(async function timeout(request, next) {
    const abort = new AbortController();
    const inner = respond(request.withSignal(abort.signal), next);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeIsOver = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new HttpError(status, message));
        inner.then(drop, (error: unknown) => log(error, request, abort.signal.reason));
        abort.abort(new DOMException(message, 'TimeoutError'));
      }, limit);
    });
    return Promise.race([inner, timeIsOver]).finally(() => clearTimeout(timer));
  });

  // Aborting because of the signal is the expected reaction.
  function log(error: unknown, { method, originalPath }: ServerRequest, reason: unknown): void {
    const { name, cause } = (error ?? {}) as Partial<Error>;
    if (error === reason || cause === reason || name === 'AbortError') return;
    try {
      logger.error({ err: error }, `${method} ${originalPath} failed after its timeout response was sent.`);
    } catch {
      // A failing logger changes nothing.
    }
  }
}

async function respond(request: ServerRequest, next: PassOn): Promise<HttpResponse> {
  return next(request);
}

function drop(response: HttpResponse): void {
  const { content } = response.body;
  if (content instanceof ReadableStream && !content.locked) content.cancel().catch(() => {});
}
