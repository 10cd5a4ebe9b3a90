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

/**
 * The provider of `proxy()` for `config/providers.ts`: it reads the options under `proxy` of the configuration, and
 * adds the middleware to `middleware_pipeline` with priority 1000.
 */
export const proxyProvider: ConfigProvider = middlewareProvider('proxy', proxy);
