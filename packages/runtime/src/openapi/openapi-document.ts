import type { ApplicationDescription } from '../inspect/description.ts';
import type { OpenApiConfig } from '../config/config.ts';
import { Components } from './components.ts';
import type { OpenApiOperation, OpenApiResult } from './document.ts';
import { endpointsOf } from './endpoints.ts';
import { Operations } from './operation.ts';

/**
 * The routes of an application as a document of OpenAPI 3.1.
 *
 * @param description the result of `describe()` of `fw-runtime/inspect`
 * @param config the configuration's `openapi`
 * @example const { document, faults } = openApiDocument(describe(app), { info: { title: 'Posts' } });
 */
export function openApiDocument(
  { routes }: ApplicationDescription,
  { info, servers }: OpenApiConfig = {},
): OpenApiResult {
  const components = new Components();
  const faults = new Set<string>();
  const operations = new Operations(components, faults);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const endpoint of endpointsOf(routes, faults)) {
    (paths[endpoint.path] ??= {})[endpoint.method] = operations.operation(endpoint);
  }
  const shared = components.toData();
  return {
    document: {
      openapi: '3.1.1',
      info: { title: 'API', version: '1.0.0', ...info },
      ...(servers !== undefined && { servers }),
      paths,
      ...(shared !== undefined && { components: shared }),
    },
    faults: [...faults],
  };
}
