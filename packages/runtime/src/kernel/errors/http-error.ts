import { FwError, InvalidArgumentError } from './coded-errors.ts';
import { safely } from './describe.ts';

/** Options of `HttpError` and its subclasses. */
export interface HttpErrorOptions {
  /** Headers of the response, such as `{ 'Retry-After': '120' }`; none when absent. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** More members of the problem document (RFC 9457), which clients see for a status below 500; none when absent. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** The error behind this error, for the log; clients never see it. */
  readonly cause?: unknown;
}

/**
 * An error with an HTTP status, for middleware to throw. The client sees its headers, and its message if the status is
 * below 500. From 500 on, the client sees the phrase of the status instead of the message (rules E1, E2).
 *
 * @example throw new HttpError(403, 'Only the author may edit this post.');
 */
export class HttpError extends FwError {
  static override readonly name: string = 'HttpError';

  /** The status of the response, from 400 to 599. */
  readonly status: number;
  /** The headers of the response; empty when none were passed. */
  readonly headers: Readonly<Record<string, string>>;
  /** More members of the problem document; undefined when none were passed. */
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  /**
   * Creates an error with a status.
   *
   * @param status an integer from 400 to 599
   * @param message a message for the client below 500, else for the log; the phrase of the status, such as `Not Found`,
   *   when absent
   * @param options headers, members of the problem document, and the `cause`; none when absent
   * @throws {@link InvalidArgumentError} when `status` is not an integer from 400 to 599
   * @example throw new HttpError(503, 'The warehouse is closed.', { headers: { 'Retry-After': '120' } });
   */
  constructor(status: number, message?: string, options: HttpErrorOptions = {}) {
    if (!isErrorStatus(status)) {
      throw new InvalidArgumentError('status of an HttpError', 'an integer from 400 to 599', status);
    }
    super(`FW_HTTP_${status}`, message ?? statusPhrase(status), causeOf(options));
    this.status = status;
    this.headers = options.headers ?? {};
    this.extensions = options.extensions;
  }
}

/**
 * The error for a 404: no route or middleware handles this method and path, or a handler finds nothing.
 *
 * @example throw new NotFoundError(`There is no post ${id}.`);
 */
export class NotFoundError extends HttpError {
  static override readonly name: string = 'NotFoundError';

  /**
   * Creates a 404.
   *
   * @param message a message for the client; `Not Found` when absent
   * @param options headers, members of the problem document, and the `cause`; none when absent
   */
  constructor(message?: string, options?: HttpErrorOptions) {
    super(404, message, options);
  }
}

/** The error for a 405: the path exists, but not for this method. Its `Allow` header lists `allowedMethods`. */
export class MethodNotAllowedError extends HttpError {
  static override readonly name: string = 'MethodNotAllowedError';

  /** The methods that the path accepts. */
  readonly allowedMethods: readonly string[];

  /**
   * Creates a 405.
   *
   * @param allowedMethods the methods for the header `Allow`
   * @param message a message for the client; `Method Not Allowed` when absent
   * @param options more headers, members of the problem document, and the `cause`; none when absent
   */
  constructor(allowedMethods: readonly string[], message?: string, options: HttpErrorOptions = {}) {
    super(405, message, { ...options, headers: { ...options.headers, Allow: allowedMethods.join(', ') } });
    this.allowedMethods = allowedMethods;
  }
}

/**
 * The error for a 413: the request's body is larger than the limit, or a form has more parts than its limit allows.
 */
export class PayloadTooLargeError extends HttpError {
  static override readonly name: string = 'PayloadTooLargeError';

  /** The limit that was exceeded: in bytes, or a number of parts. */
  readonly limit: number;

  /**
   * Creates a 413.
   *
   * @param limit the limit that was exceeded
   * @param options headers, members of the problem document, and the `cause`; none when absent
   * @param message a message for the client; it names a limit in bytes when absent
   */
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

// The IANA registry of HTTP status codes, because only Node has node:http with its table. Each string has the phrases of one
// hundred, in order; unregistered codes are empty.
const PHRASES: readonly (readonly string[])[] = [
  '',
  'Continue,Switching Protocols,Processing,Early Hints',
  'OK,Created,Accepted,Non-Authoritative Information,No Content,Reset Content,Partial Content,' +
    'Multi-Status,Already Reported,,,,,,,,,,,,,,,,,,IM Used',
  'Multiple Choices,Moved Permanently,Found,See Other,Not Modified,Use Proxy,,Temporary Redirect,' +
    'Permanent Redirect',
  'Bad Request,Unauthorized,Payment Required,Forbidden,Not Found,Method Not Allowed,Not Acceptable,' +
    'Proxy Authentication Required,Request Timeout,Conflict,Gone,Length Required,Precondition Failed,' +
    'Content Too Large,URI Too Long,Unsupported Media Type,Range Not Satisfiable,Expectation Failed,,,,' +
    'Misdirected Request,Unprocessable Content,Locked,Failed Dependency,Too Early,Upgrade Required,,' +
    'Precondition Required,Too Many Requests,,Request Header Fields Too Large,,,,,,,,,,,,,,,,,,,,' +
    'Unavailable For Legal Reasons',
  'Internal Server Error,Not Implemented,Bad Gateway,Service Unavailable,Gateway Timeout,' +
    'HTTP Version Not Supported,Variant Also Negotiates,Insufficient Storage,Loop Detected,,,' +
    'Network Authentication Required',
].map((phrases) => phrases.split(','));

/** The registered phrase of a status, such as `Not Found`. An unregistered status has `Error` from 400 on, else `''`. */
export function statusPhrase(status: number): string {
  return PHRASES[Math.trunc(status / 100)]?.[status % 100] || (status >= 400 ? 'Error' : '');
}

/** The status of an error that has one: an integer from 400 to 599 as `status` or `statusCode`. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const named = error as { status?: unknown; statusCode?: unknown };
  return safely(() => {
    const { status, statusCode } = named;
    // Most errors have neither.
    return status === undefined && statusCode === undefined
      ? undefined
      : [status, statusCode].find(isErrorStatus);
  }, undefined);
}

/** Whether an error is an HttpError; false for a revoked proxy, on which `instanceof` throws. */
export function isHttpError(error: unknown): error is HttpError {
  return safely(() => error instanceof HttpError, false);
}

/** Whether an error was created for the client: an HttpError, or an error with `expose: true`, as http-errors creates them. */
export function isForClient(error: unknown): error is object {
  if (isHttpError(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  return safely(() => (error as { expose?: unknown }).expose === true, false);
}

/**
 * Whether an error with this response status is logged: every 5xx. Below 500, an error is logged if it has its own status and
 * wasn't created for the client, because it may come from an upstream (rules E3, E4).
 */
export function isLogged(error: unknown, status: number): boolean {
  return status >= 500 || (statusOf(error) !== undefined && !isForClient(error));
}
