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

/** Reads `server_timing` of the configuration. */
export const serverTimingProvider: ConfigProvider = middlewareProvider('server_timing', serverTiming);
