import { InvalidArgumentError } from './coded-errors.ts';
import { FwError } from './fw-error.ts';
import { statusPhrase } from './status-phrase.ts';

/** The property by which another installed copy of the package recognizes an HttpError. */
export const HTTP_ERROR: unique symbol = Symbol.for('fw-runtime.http-error');

export interface HttpErrorOptions {
  /** Headers of the answer, for instance `{ 'Retry-After': '120' }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Members of its problem document beside those of RFC 9457; below 500 the client reads them, by default as JSON. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * An error with an HTTP status, for a middleware to throw. Its headers reach the client, and below 500 its message;
 * from 500 on the client reads the status' phrase only (rules E1, E2).
 *
 * @example throw new HttpError(403, 'Only the author may edit this post')
 * @throws InvalidArgumentError when `status` is not an integer from 400 to 599.
 */
export class HttpError extends FwError {
  static override get name(): string {
    return 'HttpError';
  }

  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, message?: string, options: HttpErrorOptions = {}) {
    if (!isErrorStatus(status)) {
      throw new InvalidArgumentError('status of an HttpError', 'an integer from 400 to 599', status);
    }
    super(`FW_HTTP_${status}`, message ?? statusPhrase(status), causeOf(options));
    this.status = status;
    this.headers = options.headers ?? {};
    this.extensions = options.extensions;
  }

  /** @internal */
  get [HTTP_ERROR](): true {
    return true;
  }
}

/** 404: nothing answers this method and path. */
export class NotFoundError extends HttpError {
  static override get name(): string {
    return 'NotFoundError';
  }

  constructor(message?: string, options?: HttpErrorOptions) {
    super(404, message, options);
  }
}

/** 405: the path exists, but not for this method. Its `Allow` header lists `allowedMethods`. */
export class MethodNotAllowedError extends HttpError {
  static override get name(): string {
    return 'MethodNotAllowedError';
  }

  readonly allowedMethods: readonly string[];

  constructor(allowedMethods: readonly string[], message?: string, options: HttpErrorOptions = {}) {
    super(405, message, { ...options, headers: { ...options.headers, Allow: allowedMethods.join(', ') } });
    this.allowedMethods = allowedMethods;
  }
}

/** 413: the request's body is larger than the limit, in bytes, or a form has more parts than its limit allows. */
export class PayloadTooLargeError extends HttpError {
  static override get name(): string {
    return 'PayloadTooLargeError';
  }

  readonly limit: number;

  constructor(
    limit: number,
    options: HttpErrorOptions = {},
    message = `The request body is larger than the limit of ${limit} bytes.`,
  ) {
    super(413, message, options);
    this.limit = limit;
  }
}

/** Whether a value is a status of an error: an integer from 400 to 599. */
export function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599;
}

function causeOf(options: HttpErrorOptions): ErrorOptions | undefined {
  return options.cause === undefined ? undefined : { cause: options.cause };
}
