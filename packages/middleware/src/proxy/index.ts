/**
 * Reverse proxy: forwards requests to another server, and returns its responses unchanged.
 *
 * @example
 * import { proxy } from 'fw-middleware/proxy';
 *
 * app.pipe('/api', proxy({ upstream: 'http://127.0.0.1:3000/v1' }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { proxy } from './proxy.ts';

export { proxy, type ProxyOptions } from './proxy.ts';

/** Reads `proxy` of the configuration. */
export const proxyProvider: ConfigProvider = middlewareProvider('proxy', proxy);
