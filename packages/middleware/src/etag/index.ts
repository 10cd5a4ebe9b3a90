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

/** Reads `etag` of the configuration. */
export const etagProvider: ConfigProvider = middlewareProvider('etag', etag);
