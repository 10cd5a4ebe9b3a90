/**
 * Content negotiation: finds the media type and the language that a client prefers. Needs the package `negotiator`.
 *
 * @example
 * import { Language, negotiate } from 'fw-middleware/negotiate';
 *
 * app.pipe(await negotiate({ languages: ['en', 'de'] }));
 * app.get('/', (request) => new TextResponse(request.get(Language) === 'de' ? 'Willkommen!' : 'Welcome!'));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { negotiate } from './negotiate.ts';

export { Language, MediaType, negotiate, type NegotiateOptions } from './negotiate.ts';

/**
 * The provider of `negotiate()` for `config/providers.ts`: it reads the options under `negotiate` of the configuration,
 * and adds the middleware to `middleware_pipeline` with priority 9200.
 */
export const negotiateProvider: ConfigProvider = middlewareProvider('negotiate', negotiate);
