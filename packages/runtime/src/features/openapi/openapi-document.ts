import type { OpaqueApplication } from '../../kernel/application/context.ts';
import { configOf } from '../../kernel/application/options.ts';
import type { OpenApiConfig } from '../../kernel/config.ts';
import { messageOf } from '../../kernel/errors/describe.ts';
import { describeRoutes, toApplication } from './describe-routes.ts';
import type { RouteDescription } from './route-description.ts';
import { Components } from './components.ts';
import type { OpenApiOperation, OpenApiResult } from './document.ts';
import { endpointsOf } from './endpoints.ts';
import { Operations } from './operation.ts';

/**
 * Generates an OpenAPI 3.1 document from the routes of an application.
 *
 * @param description an object with `routes`, such as the result of `describe()` of `fw-devtools`
 * @param config the key `openapi` of the configuration; the title `API` and the version `1.0.0` when absent
 * @returns the document, and a message for each incomplete route
 * @example const { document } = openApiDocument(describe(app), { info: { title: 'Posts' } });
 */
export function openApiDocument(
  { routes }: { readonly routes: readonly RouteDescription[] },
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

/**
 * Generates the OpenAPI document of an application. It first creates the services and classes that are registered as
 * middleware, so that all contracts are known. The key `openapi` of the configuration supplies the title, the servers
 * and other metadata.
 *
 * @returns the document, and a message for each incomplete route and each service that could not be created
 * @throws {@link InvalidArgumentError} for anything but an application
 * @example const { document } = await openApiOf(app);
 */
export async function openApiOf(app: OpaqueApplication): Promise<OpenApiResult> {
  const application = toApplication(app);
  const missing = await Promise.all(
    application.requestHandler.middleware().map(async ({ place, name, resolve }) => {
      try {
        await resolve();
        return [];
      } catch (error) {
        return [`In ${place}: the OpenAPI document lacks the contract of "${name}": ${messageOf(error)}`];
      }
    }),
  );
  const { document, faults } = openApiOfResolved(application);
  return { document, faults: [...new Set([...missing.flat(), ...faults])] };
}

/** Like `openApiOf`, when all services and classes are created already. */
export function openApiOfResolved(app: OpaqueApplication): OpenApiResult {
  const application = toApplication(app);
  const { container } = application;
  return openApiDocument({ routes: describeRoutes(application) }, container && configOf(container).openapi);
}
