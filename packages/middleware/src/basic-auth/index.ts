/**
 * Basic authentication: protects routes with a username and password, which browsers prompt for (RFC 7617).
 *
 * @example
 * import { basicAuth, BasicUser } from 'fw-middleware/basic-auth';
 *
 * app.pipe('/admin', basicAuth({ users: { ada: ADMIN_PASSWORD } }));
 * app.get('/admin', (request) => new TextResponse(`Welcome, ${request.require(BasicUser)}!`));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { basicAuth, type BasicAuthOptions } from './basic-auth.ts';

export { basicAuth, type BasicAuthOptions, BasicUser, type VerifyBasic } from './basic-auth.ts';

/**
 * The provider of `basicAuth()` for `config/providers.ts`: it reads the options under `basic_auth` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 9000.
 */
export const basicAuthProvider: ConfigProvider = middlewareProvider(
  'basic_auth',
  (options: BasicAuthOptions | undefined) => basicAuth(options),
);
