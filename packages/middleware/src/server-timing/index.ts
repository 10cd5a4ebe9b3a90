/**
 * Reports the duration of a response and of its parts in `Server-Timing`, which browsers show beside each request.
 *
 * @example
 * import { ServerTiming, serverTiming } from 'fw-middleware/server-timing';
 *
 * app.pipe(serverTiming());
 * app.get('/posts', async (request) => {
 *   const stop = request.get(ServerTiming)?.start('db', 'all posts');
 *   const posts = await allPosts();
 *   stop?.();
 *   return new JsonResponse(posts);
 * });
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { serverTiming } from './server-timing.ts';

export { serverTiming, type ServerTimingOptions } from './server-timing.ts';
export { ServerTiming } from './timing.ts';

/**
 * The provider of `serverTiming()` for `config/providers.ts`: it reads the options under `server_timing` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 17 000.
 */
export const serverTimingProvider: ConfigProvider = middlewareProvider('server_timing', serverTiming);
