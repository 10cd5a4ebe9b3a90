/**
 * Generates an OpenAPI 3.1 document from the routes of an application and their contracts.
 *
 * @example
 * const { document } = await openApiOf(app);
 *
 * @module
 */
export { openApiDocument, openApiOf } from './openapi-document.ts';
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
  OpenApiResponse,
  OpenApiResult,
} from './document.ts';
export type { PlaceholderDescription, RouteDescription } from './route-description.ts';
