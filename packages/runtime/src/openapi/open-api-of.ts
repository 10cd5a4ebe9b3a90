import type { Inspectable } from '../application/inspection.ts';
import { messageOf } from '../errors/describe.ts';
import type { OpenApiResult } from './document.ts';
import { openApiDocument } from './openapi-document.ts';

/**
 * The document of an application. Makes the services and classes that stand as middleware first, so that the contracts of all
 * are known; what stands in the configuration as `openapi` counts.
 *
 * @example const { document, faults } = await openApiOf(app);
 */
export async function openApiOf(application: Pick<Inspectable, 'describe'>): Promise<OpenApiResult> {
  // The rest is not shown in the types of applications.
  const inspectable = application as Inspectable;
  const missing = await Promise.all(
    inspectable.middleware().map(async ({ place, name, resolve }) => {
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
  const { document, faults } = openApiOfResolved(inspectable);
  return { document, faults: [...new Set([...missing.flat(), ...faults])] };
}

/** The same where all that stands as middleware is made already. */
export function openApiOfResolved(application: Inspectable): OpenApiResult {
  const { container } = application;
  const config = container?.has('config') === true ? container.get('config') : undefined;
  return openApiDocument(application.describe(), config?.openapi);
}
