/**
 * Responds 503 when inner middleware takes too long, and aborts its signal.
 *
 * @example
 * import { timeout } from 'fw-middleware/timeout';
 *
 * app.pipe(timeout({ milliseconds: 5000 }));
 *
 * @module
 */
import type { ConfigProvider, Logger } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { timeout, type TimeoutOptions } from './timeout.ts';

export { timeout, type TimeoutOptions } from './timeout.ts';

/**
 * The provider of `timeout()` for `config/providers.ts`: it reads the options under `timeout` of the configuration, and
 * adds the middleware to `middleware_pipeline` with priority 9900. Errors after the timeout are logged to the service
 * `Logger`, if there is one.
 */
export const timeoutProvider: ConfigProvider = middlewareProvider<TimeoutOptions>(
  'timeout',
  async (options, container) => {
    if (options?.logger !== undefined || !container.has('Logger')) return timeout(options);
    return timeout({ ...options, logger: await container.get<Logger | Promise<Logger>>('Logger') });
  },
);
