/**
 * The routes of an application and their contracts as a document of OpenAPI 3.1.
 *
 * @example
 * const { document, faults } = await openApiOf(app);
 *
 * @module
 */
export { openApiDocument } from './openapi-document.ts';
export { openApiOf } from './open-api-of.ts';
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
  OpenApiResponse,
  OpenApiResult,
} from './document.ts';
