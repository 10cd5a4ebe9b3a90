/**
 * Health checks for process managers and load balancers: liveness and readiness.
 *
 * @example
 * import { health } from 'fw-middleware/health';
 *
 * app.pipe(health({ checks: { database: () => database.query('select 1') } }));
 *
 * @module
 */
import type { ConfigProvider, ContainerInterface } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { type Check, type Checkable, isCheckable, toCheck } from './checks.ts';
import { health, type HealthOptions } from './health.ts';

export { health, type HealthOptions } from './health.ts';
export type { Check, Checkable } from './checks.ts';

/**
 * The provider of `health()` for `config/providers.ts`: it reads the options under `health` of the configuration, and
 * adds the middleware to `middleware_pipeline` with priority 21 000. Failed checks are logged to the service `Logger`,
 * if there is one.
 */
export const healthProvider: ConfigProvider = middlewareProvider<HealthOptions>(
  'health',
  (options, container) => {
    const logger = container.has('Logger') ? container.get('Logger') : console;
    if (typeof options?.checks !== 'object') return health(options, logger);
    const checks = Object.entries(options.checks).map(([name, check]): [string, Checkable] => [
      name,
      typeof check === 'string' ? checkOf(check, container) : check,
    ]);
    return health({ ...options, checks: Object.fromEntries(checks) }, logger);
  },
);

/** Resolves the service at check time: an app whose service can't be created is not ready. */
function checkOf(id: string, container: ContainerInterface): Check {
  return async (signal) => {
    const service = await container.get<unknown>(id);
    if (isCheckable(service)) return toCheck(service)(signal);
    throw new Error(`The service "${id}" is not a function and has no method check or ping.`);
  };
}
