/**
 * Lowers the limit for request bodies: for an app, for paths or for a route.
 *
 * @example
 * import { bodyLimit } from 'fw-middleware/body-limit';
 *
 * app.pipe(bodyLimit({ limit: '100kb', paths: { '/upload': '20mb' } }));
 * app.post('/note', [bodyLimit({ limit: 1000 }), saveNote]);
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { bodyLimit } from './body-limit.ts';

export { bodyLimit, type BodyLimitOptions } from './body-limit.ts';

/**
 * The provider of `bodyLimit()` for `config/providers.ts`: it reads the options under `body_limit` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 9800.
 */
export const bodyLimitProvider: ConfigProvider = middlewareProvider('body_limit', bodyLimit);
