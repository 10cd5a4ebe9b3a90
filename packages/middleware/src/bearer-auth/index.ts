/**
 * Bearer authentication: requires a token that you issued (RFC 6750).
 *
 * @example
 * import { bearerAuth, BearerUser } from 'fw-middleware/bearer-auth';
 *
 * app.pipe('/api', bearerAuth({ tokens: { deployment: DEPLOYMENT_TOKEN } }));
 * app.get('/api/me', (request) => new TextResponse(`You are ${request.require(BearerUser)}.`));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { bearerAuth, type BearerAuthOptions } from './bearer-auth.ts';

export { bearerAuth, type BearerAuthOptions, BearerUser, type VerifyBearer } from './bearer-auth.ts';

/**
 * The provider of `bearerAuth()` for `config/providers.ts`: it reads the options under `bearer_auth` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 9000.
 */
export const bearerAuthProvider: ConfigProvider = middlewareProvider(
  'bearer_auth',
  (options: BearerAuthOptions | undefined) => bearerAuth(options),
);
