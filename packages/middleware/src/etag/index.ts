/**
 * ETags: responds 304 to clients that already have a body (conditional requests, RFC 9110 13).
 *
 * @example
 * import { etag } from 'fw-middleware/etag';
 *
 * app.pipe(etag());
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { etag } from './etag.ts';

export { etag, type EtagOptions } from './etag.ts';

/**
 * The provider of `etag()` for `config/providers.ts`: it reads the options under `etag` of the configuration, and adds
 * the middleware to `middleware_pipeline` with priority 13 500.
 */
export const etagProvider: ConfigProvider = middlewareProvider('etag', etag);
