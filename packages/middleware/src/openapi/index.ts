/**
 * Serves the OpenAPI document of an app, and a page that shows it (Scalar) without loading anything from other hosts.
 *
 * @example
 * import { apiReference, openApi } from 'fw-middleware/openapi';
 *
 * app.get('/openapi.json', openApi(), 'openapi');
 * app.get('/docs', apiReference(), 'docs');
 *
 * @module
 */
import { type ConfigProvider, defineProvider } from 'fw-runtime';
import { configured } from '../provider/middleware-provider.ts';
import { apiReference } from './api-reference.ts';
import { openApi } from './open-api.ts';

export { apiReference, type ApiReferenceOptions } from './api-reference.ts';
export { openApi, type OpenApiOptions } from './open-api.ts';

const ID = 'fw-middleware/openapi';

/**
 * The provider of two services for `config/providers.ts`: 'fw-middleware/openapi', which reads `api_document` of the
 * configuration, and 'fw-middleware/openapi/reference', which reads `api_reference`. Register each with a route.
 */
export const openapiProvider: ConfigProvider = defineProvider(ID, {
  dependencies: {
    factories: {
      [ID]: (container) => configured('api_document', openApi, container),
      [`${ID}/reference`]: (container) => configured('api_reference', apiReference, container),
    },
  },
});
