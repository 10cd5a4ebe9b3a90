import { defineMiddleware, type ServerRequest, type SharedMiddleware } from 'fw-runtime';
import { boolean, optional, strictObject, union } from 'valibot';
import { readOptions } from '../provider/read-options.ts';
import { callback } from '../provider/schemas.ts';
import { ServerTiming } from './timing.ts';

/** Options of `serverTiming()`. */
export interface ServerTimingOptions {
  /** Whether timings are sent: for all clients, or by a function for each request; true when absent. */
  readonly enabled?: boolean | ((request: ServerRequest) => boolean | Promise<boolean>);
  /** Whether the time until the response is sent as `total`; true when absent. */
  readonly total?: boolean;
}

const OPTIONS = strictObject({
  enabled: optional(
    union([boolean(), callback<(request: ServerRequest) => boolean | Promise<boolean>>('a function')]),
    true,
  ),
  total: optional(boolean(), true),
});

/**
 * Sends `Server-Timing` with the durations that handlers measured through `request.get(ServerTiming)`, and the total.
 * For requests without timings nothing is measured: the attribute is absent.
 *
 * @param options whether timings and the total are sent; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(serverTiming({ enabled: (request) => request.ip === '127.0.0.1' }));
 * @source W3C Server Timing
 */
export function serverTiming(options?: ServerTimingOptions): SharedMiddleware {
  const { enabled, total } = readOptions('server_timing', OPTIONS, options);

  return defineMiddleware(async function serverTiming(request, next) {
    if (enabled === false || (enabled !== true && !(await enabled(request)))) return next(request);
    const timing = new ServerTiming();
    const start = performance.now();
    const response = await next(request.with(ServerTiming, timing));
    if (total) timing.addTotal(performance.now() - start);
    const value = timing.toString();
    return value === '' ? response : response.withAddedHeader('Server-Timing', value);
  });
}
