/**
 * Sets security headers with the defaults of helmet: a Content-Security-Policy and a dozen others.
 *
 * @example
 * import { secureHeaders } from 'fw-middleware/secure-headers';
 *
 * app.pipe(secureHeaders({ content_security_policy: { directives: { img_src: "'self' https:" } } }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { secureHeaders } from './secure-headers.ts';

export { CspNonce, secureHeaders } from './secure-headers.ts';
export type { ReferrerPolicy, SecureHeadersOptions, StrictTransportSecurity } from './options.ts';
export type { ContentSecurityPolicy, CspDirective, CspValue } from './content-security-policy.ts';

/**
 * The provider of `secureHeaders()` for `config/providers.ts`: it reads the options under `secure_headers` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 15 000.
 */
export const secureHeadersProvider: ConfigProvider = middlewareProvider('secure_headers', secureHeaders);
