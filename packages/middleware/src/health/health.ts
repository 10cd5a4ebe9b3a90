import {
  defineMiddleware,
  type HttpResponse,
  JsonResponse,
  type Logger,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { custom, optional, pipe, record, strictObject, string, transform } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { milliseconds, text } from '../provider/schemas.ts';
import { type Checkable, Checks, isCheckable, toCheck } from './checks.ts';

/** Options of `health()`. */
export interface HealthOptions {
  /** The path of the liveness check; '/healthz' when absent. */
  readonly live?: string;
  /** The path of the readiness check; '/readyz' when absent. */
  readonly ready?: string;
  /** The checks that readiness depends on, by name; in configuration also the ids of services. None when absent. */
  readonly checks?: Readonly<Record<string, Checkable | string>>;
  /** The time limit of a check in milliseconds; 2000 when absent. */
  readonly timeout?: number;
}

const PATH = text((path) => /^\/[\w./~-]*$/.test(path), 'a path such as "/healthz"');
const CHECK = pipe(
  custom<Checkable>(isCheckable, 'expected a function, or an object with a method check or ping'),
  transform(toCheck),
);
const OPTIONS = strictObject({
  live: optional(PATH, '/healthz'),
  ready: optional(PATH, '/readyz'),
  checks: optional(record(string(), CHECK), {}),
  timeout: optional(milliseconds(), 2000),
});
const UNCACHED = { 'Cache-Control': 'no-store' };
const LIVE = { status: 'ok' };

/**
 * Responds to liveness and readiness checks. Readiness is 503 when a check fails, and from the start of a shutdown.
 *
 * @param options the paths, the checks and their time limit; each has a default
 * @param logger logs why a check fails; the console when absent
 * @returns middleware for both variants
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(health({ checks: { database: () => database.query('select 1') } }));
 */
export function health(options?: HealthOptions, logger: Pick<Logger, 'error'> = console): SharedMiddleware {
  const { live, ready, checks: given, timeout } = readOptions('health', OPTIONS, options);
  const checks = new Checks(given, timeout, logger);

  return defineMiddleware(function health(request, next) {
    const { method, path } = request;
    if ((path !== live && path !== ready) || (method !== 'GET' && method !== 'HEAD')) return next(request);
    if (path === live) return new JsonResponse(LIVE, 200, UNCACHED);
    return runChecks(request);
  });

  async function runChecks(request: ServerRequest): Promise<HttpResponse> {
    const results = request.draining ? {} : await checks.run();
    // The server may have started to shut down while the checks ran.
    if (request.draining) return notReady({ status: 'closing' });
    const isReady = Object.values(results).every((result) => result === 'ok');
    return isReady
      ? new JsonResponse({ status: 'ok', checks: results }, 200, UNCACHED)
      : notReady({ status: 'failed', checks: results });
  }
}

function notReady(state: object): HttpResponse {
  return new JsonResponse(state, 503, UNCACHED);
}
