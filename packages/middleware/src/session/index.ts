/**
 * Sessions: in an encrypted cookie, in memory or in Redis.
 *
 * @example
 * import { getSession, session } from 'fw-middleware/session';
 *
 * app.pipe(await session({ secret: SESSION_SECRET }));
 * app.post('/login', async (request) => {
 *   const session = await getSession(request);
 *   session.regenerate();
 *   session.set('user', 'ada');
 *   return new RedirectResponse('/');
 * });
 *
 * @module
 */
import type { ConfigProvider, ContainerInterface } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { session, type SessionOptions } from './session.ts';
import { MemoryStore, type RedisCommands, RedisStore, type SessionStore, warnOfMemory } from './stores.ts';

export { getSession, session, type SessionOptions } from './session.ts';
export { Session, type SessionData } from './session-state.ts';
export { MemoryStore, type RedisCommands, RedisStore, type SessionStore } from './stores.ts';

/**
 * The provider of `session()` for `config/providers.ts`: it reads the options under `session` of the configuration, and
 * adds the middleware to `middleware_pipeline` with priority 11 000. The store 'redis' needs `redisProvider`, too.
 */
export const sessionProvider: ConfigProvider = middlewareProvider<SessionOptions>(
  'session',
  async (options, container) => {
    const store = await storeOf(options?.store, container);
    return session(store === undefined ? options : { ...options, store });
  },
);

async function storeOf(
  store: SessionStore | string | undefined,
  container: ContainerInterface,
): Promise<SessionStore | undefined> {
  if (typeof store !== 'string') return store;
  if (store === 'redis') return new RedisStore(await container.get<RedisCommands>('fw-middleware/redis'));
  if (store !== 'memory') return container.get<SessionStore>(store);
  warnOfMemory(container.has('Logger') ? container.get('Logger') : console);
  return new MemoryStore();
}
