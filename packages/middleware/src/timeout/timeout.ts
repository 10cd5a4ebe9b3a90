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

/** How long the inner layers may take, and what is answered then. */
export interface TimeoutOptions {
  /** How long they may take until their response is there; its body may take longer. In milliseconds, 30 000 when absent. */
  readonly milliseconds?: number;
  /** 503, or 504 where the time is spent on waiting for another server; 503 when absent. */
  readonly status?: 503 | 504;
  /** Is told errors that come when the request is answered already; the console when absent, in configuration the site's `Logger`. */
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
 * Answers with an error when the inner layers have no response in time, and aborts the `signal` of the request that they were
 * given. What they respond later is dropped, and its stream cancelled. A stream that has begun is not cut off.
 *
 * @throws ConfigError naming the option that is malformed
 */
export function timeout(options?: TimeoutOptions): SharedMiddleware {
  const { milliseconds: limit, status, logger = console } = readOptions('timeout', OPTIONS, options);
  const message = `The inner layers gave no response within ${limit} ms.`;

  return defineMiddleware(async function timeout(request, next) {
    const abort = new AbortController();
    const inner = respond(request.withSignal(abort.signal), next);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeIsOver = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new HttpError(status, message));
        inner.then(drop, (error: unknown) => tell(error, request, abort.signal.reason));
        abort.abort(new DOMException(message, 'TimeoutError'));
      }, limit);
    });
    return Promise.race([inner, timeIsOver]).finally(() => clearTimeout(timer));
  });

  // Who gives up because of the signal has done as told.
  function tell(error: unknown, { method, originalPath }: ServerRequest, reason: unknown): void {
    const { name, cause } = (error ?? {}) as Partial<Error>;
    if (error === reason || cause === reason || name === 'AbortError') return;
    try {
      logger.error({ err: error }, `${method} ${originalPath} failed after it was answered: out of time.`);
    } catch {
      // A log that fails changes nothing.
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
