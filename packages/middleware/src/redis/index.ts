/**
 * A Redis client for sessions, rate limits and services of the app.
 *
 * @example
 * // config/autoload/redis.global.ts
 * export default defineConfig({ redis: { url: 'redis://127.0.0.1:6379' }, session: { store: 'redis' } });
 * // in a factory of the site
 * const redis = await container.get<Redis>('fw-middleware/redis');
 *
 * @module
 */
import { type ConfigProvider, type ContainerInterface, defineProvider } from 'fw-runtime';
import { configured } from '../provider/middleware-provider.ts';
import { redis, type RedisOptions } from './redis.ts';

export { redis, type RedisOptions } from './redis.ts';

const ID = 'fw-middleware/redis';

/**
 * The provider of the service 'fw-middleware/redis' for `config/providers.ts`: it creates the client with the options
 * under `redis` of the configuration.
 */
export const redisProvider: ConfigProvider = defineProvider(ID, {
  dependencies: {
    factories: {
      [ID]: (container: ContainerInterface) =>
        configured(
          'redis',
          (options: RedisOptions | undefined) =>
            redis(options, container.has('Logger') ? container.get('Logger') : console),
          container,
        ),
    },
  },
});
