/**
 * CSRF protection: rejects unsafe requests that pages of other sites send (cross-site request forgery).
 *
 * @example
 * import { csrf } from 'fw-middleware/csrf';
 *
 * app.pipe(csrf());
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { csrf } from './csrf.ts';

export { csrf, type CsrfOptions, csrfToken } from './csrf.ts';

/**
 * The provider of `csrf()` for `config/providers.ts`: it reads the options under `csrf` of the configuration, and adds
 * the middleware to `middleware_pipeline` with priority 9500.
 */
export const csrfProvider: ConfigProvider = middlewareProvider('csrf', csrf);
