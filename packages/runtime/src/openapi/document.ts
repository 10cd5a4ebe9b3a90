import type { SecurityScheme } from '../pipeline/define-middleware.ts';
import type { JsonSchema } from '../pipeline/contract.ts';

/** A document of OpenAPI 3.1 as plain data, limited to the parts that Fw generates. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** One method of a path. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  /** By status, class of statuses such as `4XX`, or `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse | OpenApiReference>>;
  /** Alternatives, each with the names of schemes that are all required. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: OpenApiContent;
}

/** By media type. */
export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface OpenApiReference {
  readonly $ref: string;
}

/** A document, and its gaps, each as a sentence with the fix. */
export interface OpenApiResult {
  readonly document: OpenApiDocument;
  readonly faults: readonly string[];
}
