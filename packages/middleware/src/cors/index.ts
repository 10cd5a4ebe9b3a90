/**
 * CORS: lets pages of other origins send requests and read responses (Fetch standard).
 *
 * @example
 * import { cors } from 'fw-middleware/cors';
 *
 * app.pipe(cors({ origin: 'https://example.com', credentials: true }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { cors } from './cors.ts';

export { type AllowsOrigin, cors, type CorsOptions } from './cors.ts';

/**
 * The provider of `cors()` for `config/providers.ts`: it reads the options under `cors` of the configuration, and adds
 * the middleware to `middleware_pipeline` with priority 14 000.
 */
export const corsProvider: ConfigProvider = middlewareProvider('cors', cors);
