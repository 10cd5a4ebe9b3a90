import {
  defineMiddleware,
  type HttpResponse,
  isSecretParameter,
  type Logger,
  maskText,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { array, boolean, custom, optional, picklist, strictObject } from 'valibot';
import { importPeer } from '../provider/import-peer.ts';
import { readOptions } from '../provider/read-options.ts';
import { token } from '../provider/schemas.ts';
import { printable } from './printable.ts';

/** Options of `accessLog()`. */
export interface AccessLogOptions {
  /**
   * The logger: one of pino's, for example, or the console; in configuration also the id of a service. When absent,
   * the app's `Logger`; without one, pino, which writes lines of JSON to standard output.
   */
  readonly logger?: Logger | string;
  /** The lowest level that pino writes when this middleware creates it; 'info' when absent. */
  readonly level?: (typeof LEVELS)[number];
  /** Whether the query is logged, with secrets masked by their parameter names; false when absent. */
  readonly query?: boolean;
  /**
   * Request headers to log; none when absent. Values of headers with the name of a secret are redacted, and secrets
   * within other values are masked.
   */
  readonly headers?: readonly string[];
}

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const OPTIONS = strictObject({
  logger: optional(custom<Logger>(isLogger, 'expected an object with the methods info, warn and error')),
  level: optional(picklist(LEVELS), 'info'),
  query: optional(boolean(), false),
  headers: optional(array(token('the name of a header')), []),
});

/**
 * Logs each request in one line when its response is ready: at level error for status 500 and above, warn from 400,
 * otherwise info. A logger that throws doesn't affect the response.
 *
 * @param options the logger, its level, and the query and headers to log; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when there is no logger and pino is not installed
 * @example app.pipe(await accessLog({ level: 'warn', query: true }));
 */
export async function accessLog(options?: AccessLogOptions): Promise<SharedMiddleware> {
  const { logger, level, query, headers } = readOptions('access_log', OPTIONS, options);
  const log = logger ?? (await createLogger(level));

  return defineMiddleware(async function accessLog(request, next) {
    const start = performance.now();
    // The address is unknown once the client has disconnected.
    const { ip } = request;
    let response: HttpResponse | undefined;
    let status = 500;
    try {
      response = await next(request);
      status = response.status;
      return response;
    } catch (error) {
      // In variant B, the application turns the error into a response outside this middleware.
      status = statusOf(error);
      throw error;
    } finally {
      logRequest(request, response, { status, ip, duration: performance.now() - start });
    }
  });

  function logRequest(request: ServerRequest, response: HttpResponse | undefined, known: Known): void {
    try {
      const { status, ip, duration } = known;
      const { method, originalPath: path } = request;
      const write = status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
      const record = {
        method,
        path,
        ...(query && { query: printable(maskText(`?${request.queryString}`).slice(1)) }),
        status,
        duration: Math.round(duration * 100) / 100,
        size: response && sizeOf(request, response),
        ip,
        requestId: printable(request.getAttribute('requestId') ?? request.header('x-request-id')),
        userAgent: printable(request.header('user-agent')),
        ...(headers.length > 0 && { headers: headersOf(request) }),
      };
      const logged: unknown = log[write](record, `${method} ${path} ${status}`);
      if (logged instanceof Promise) logged.catch(() => {});
    } catch {
      // A failing logger must not replace the response.
    }
  }

  function headersOf(request: ServerRequest): Record<string, string | undefined> {
    const found: [string, string | undefined][] = [];
    for (const name of headers.map((each) => each.toLowerCase())) {
      const value = request.header(name);
      if (value === undefined) continue;
      found.push([name, isSecretParameter(name) ? '[redacted]' : printable(maskText(value))]);
    }
    return Object.fromEntries(found);
  }
}

interface Known {
  readonly status: number;
  readonly ip: string | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

async function createLogger(level: string): Promise<Logger> {
  const { pino } = await importPeer('pino', () => import('pino'), 'fw-middleware/access-log');
  const logger: Logger = pino({ level });
  return logger;
}

/** The size in bytes before the body is sent; undefined when only the end of a stream would show it. */
function sizeOf({ method }: ServerRequest, { body, status }: HttpResponse): number | undefined {
  return method === 'HEAD' || status === 204 || status === 304 ? 0 : body.size;
}

/** The status with which an application responds to a thrown value. */
function statusOf(error: unknown): number {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  const own = [status, statusCode].find((value) => Number.isInteger(value)) as number | undefined;
  return own !== undefined && own >= 400 && own < 600 ? own : 500;
}

function isLogger(value: unknown): boolean {
  const { info, warn, error } = (value ?? {}) as Partial<Logger>;
  return [info, warn, error].every((method) => typeof method === 'function');
}
