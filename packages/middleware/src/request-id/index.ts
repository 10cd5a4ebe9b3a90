/**
 * Gives each request an id, which appears in its response and in the log.
 *
 * @example
 * import { RequestId, requestId } from 'fw-middleware/request-id';
 *
 * app.pipe(requestId());
 * app.get('/', (request) => new TextResponse(request.require(RequestId)));
 *
 * @module
 */
import type { ConfigProvider } from 'fw-runtime';
import { middlewareProvider } from '../provider/middleware-provider.ts';
import { requestId } from './request-id.ts';

export { RequestId, requestId, type RequestIdOptions } from './request-id.ts';

/**
 * The provider of `requestId()` for `config/providers.ts`: it reads the options under `request_id` of the
 * configuration, and adds the middleware to `middleware_pipeline` with priority 19 000.
 */
export const requestIdProvider: ConfigProvider = middlewareProvider('request_id', requestId);
