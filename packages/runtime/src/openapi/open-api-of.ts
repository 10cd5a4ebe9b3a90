import type { OpaqueApplication } from '../application/application-of.ts';
import { messageOf } from '../errors/describe.ts';
import { describe, toApplication } from '../inspect/describe.ts';
import type { OpenApiResult } from './document.ts';
import { openApiDocument } from './openapi-document.ts';

/**
 * The document of an application. Creates the services and classes that are registered as middleware first, so that the contracts
 * of all are known. The configuration's `openapi` supplies the title, the servers and the like.
 *
 * @throws InvalidArgumentError for anything but an application
 * @example const { document, faults } = await openApiOf(app);
 */
export async function openApiOf(app: OpaqueApplication): Promise<OpenApiResult> {
  const application = toApplication(app);
  const missing = await Promise.all(
    application.requestHandler.middleware().map(async ({ place, name, resolve }) => {
      try {
        await resolve();
        return [];
      } catch (error) {
        return [
          `In ${place}: the OpenAPI document lacks what "${name}" takes and answers: ${messageOf(error)}`,
        ];
      }
    }),
  );
  const { document, faults } = openApiOfResolved(application);
  return { document, faults: [...new Set([...missing.flat(), ...faults])] };
}

/** The same when all services and classes are created already. */
export function openApiOfResolved(app: OpaqueApplication): OpenApiResult {
  const application = toApplication(app);
  const { container } = application;
  const config = container?.has('config') === true ? container.get('config') : undefined;
  return openApiDocument(describe(application), config?.openapi);
}
