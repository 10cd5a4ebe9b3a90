/**
 * Trusts `X-Forwarded-*` or `Forwarded` headers from your proxies only.
 *
 * @example
 * import { trustedProxy } from 'fw-middleware/trusted-proxy';
 *
 * app.pipe(await trustedProxy({ proxies: ['loopback', '10.0.0.0/8'] }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { trustedProxy, type TrustedProxyOptions } from './trusted-proxy.ts';

export { trustedProxy, type TrustedProxyOptions } from './trusted-proxy.ts';

/**
 * The provider of `trustedProxy()` for `config/providers.ts`: it reads the options under `trusted_proxy` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 20 000.
 */
export const trustedProxyProvider: ConfigProvider = middlewareProvider<TrustedProxyOptions>(
  'trusted_proxy',
  // Missing options are a configuration error that names the key.
  (options) => trustedProxy(options ?? ({} as TrustedProxyOptions)),
);
