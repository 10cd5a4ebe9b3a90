/**
 * Rate limiting: rejects clients with 429 when they send too many requests.
 *
 * @example
 * import { rateLimit } from 'fw-middleware/rate-limit';
 *
 * app.pipe(await rateLimit({ limit: 100, duration: 60 }));
 * app.pipe('/login', await rateLimit({ name: 'login', limit: 5, duration: 900 }));
 *
 * @module
 */
import type { ConfigProvider, ContainerInterface } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { rateLimit, type RateLimitOptions, type RedisClient } from './rate-limit.ts';

export { rateLimit, type RateLimitOptions, type RedisClient } from './rate-limit.ts';

/**
 * The provider of `rateLimit()` for `config/providers.ts`: it reads the options under `rate_limit` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 9850.
 */
export const rateLimitProvider: ConfigProvider = middlewareProvider<RateLimitOptions>(
  'rate_limit',
  async (options, container) => {
    const logger = container.has('Logger') ? container.get('Logger') : console;
    return rateLimit({ ...options, store: await storeOf(options?.store, container) }, logger);
  },
);

async function storeOf(
  store: RateLimitOptions['store'] = 'memory',
  container: ContainerInterface,
): Promise<RedisClient | string> {
  if (typeof store !== 'string' || store === 'memory') return store;
  return container.get<RedisClient>(store === 'redis' ? 'fw-middleware/redis' : store);
}
