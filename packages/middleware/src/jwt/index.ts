/**
 * JWT authentication: requires a signed token (RFC 7519), with `jose`.
 *
 * @example
 * import { jwt, JwtClaims } from 'fw-middleware/jwt';
 *
 * app.pipe('/api', await jwt({ jwks: 'https://login.example.com/jwks.json', issuer: 'https://login.example.com', audience: 'shop' }));
 * app.get('/api/me', (request) => new JsonResponse({ id: request.require(JwtClaims).sub }));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { jwt } from './jwt.ts';

export { jwt, JwtClaims } from './jwt.ts';
export type { JwtOptions } from './options.ts';
export type { JwtAlgorithm } from './algorithms.ts';
export type { Jwks } from './key-set.ts';
export type { JwtKey } from './read-key.ts';

/**
 * The provider of `jwt()` for `config/providers.ts`: it reads the options under `jwt` of the configuration, and adds
 * the middleware to `middleware_pipeline` with priority 9000.
 */
export const jwtProvider: ConfigProvider = middlewareProvider('jwt', jwt);
