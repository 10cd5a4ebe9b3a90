import type { OpenApiConfig } from '../../kernel/config.ts';
import type { SecurityScheme } from '../../kernel/pipeline/security.ts';
import type { JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';

/** A document of OpenAPI 3.1 as plain data, limited to the parts that Fw generates. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: '3.1.1';
  /** Metadata of the API, from the key `openapi` of the configuration. */
  readonly info: NonNullable<OpenApiConfig['info']> & { readonly title: string; readonly version: string };
  /** The URLs of the API; when absent, the document applies to the server that serves it. */
  readonly servers?: NonNullable<OpenApiConfig['servers']>;
  /** The operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** The parts that several operations share; absent when nothing is shared. */
  readonly components?: {
    /** The schemas that several operations share, by name. */
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    /** The responses that several operations share, by name. */
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
    /** The authentication schemes that middleware declares, by name. */
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** One method of a path. The members are those of the OpenAPI specification. */
export interface OpenApiOperation {
  /** The unique id of the operation, from its contract or its route's name. */
  readonly operationId: string;
  /** A short summary, on one line. */
  readonly summary?: string;
  /** A longer description, which may be Markdown. */
  readonly description?: string;
  /** The tags that group operations. */
  readonly tags?: readonly string[];
  /** Whether clients should stop using the operation. */
  readonly deprecated?: boolean;
  /** The parameters in path, query, headers and cookies. */
  readonly parameters?: readonly OpenApiParameter[];
  /** The body of the request; absent when the operation has none. */
  readonly requestBody?: {
    /** Whether a request without a body is rejected. */
    readonly required: boolean;
    /** The schemas of the body by media type. */
    readonly content: OpenApiContent;
  };
  /** The responses by status, class of statuses such as `4XX`, or `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse | OpenApiReference>>;
  /**
   * The credentials, as alternatives; each has the names of schemes that are all required. Absent when none are
   * declared.
   */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** A parameter of an operation. */
export interface OpenApiParameter {
  /** The name of the parameter. */
  readonly name: string;
  /** The part of the request that contains the parameter. */
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Whether a request without the parameter is rejected; false when absent. */
  readonly required?: boolean;
  /** A description of the parameter, from its schema. */
  readonly description?: string;
  /** Whether clients should stop using the parameter. */
  readonly deprecated?: boolean;
  /** The schema of the value. */
  readonly schema: JsonSchema;
}

/** A response of an operation. */
export interface OpenApiResponse {
  /** A description of the response, which OpenAPI requires. */
  readonly description: string;
  /** The schemas of the body by media type; absent for a response without a body. */
  readonly content?: OpenApiContent;
}

/** The schemas of a body by media type, such as `application/json`. */
export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** A reference to a shared part of the document. */
export interface OpenApiReference {
  /** The location in the document, such as `#/components/responses/Problem`. */
  readonly $ref: string;
}

/** A generated document, and the parts that are missing in it. */
export interface OpenApiResult {
  /** The OpenAPI document. */
  readonly document: OpenApiDocument;
  /** The gaps of the document, each as a sentence with the fix; empty when it is complete. */
  readonly faults: readonly string[];
}
