import type { SchemaConverters } from '../config.ts';

/** A middleware as a function; the parameters and the result are the variant's. */
export type Callable = (...args: never[]) => unknown;

/** The method by which a contract wraps middleware. */
export const GUARD: unique symbol = Symbol('guard');

/** The inputs and responses of middleware; created by `contract()` of `fw-runtime/contract`. */
export interface MiddlewareContract {
  /**
   * @internal Wraps middleware: the wrapper checks the request, and calls the middleware only if the request is valid.
   *
   * @param checksResponse whether the wrapper checks the response, too
   */
  [GUARD](middleware: Callable, checksResponse: boolean): Callable;
  /**
   * @internal The required path parameters that a path doesn't have.
   *
   * @param names the parameters that the path has
   */
  missingParams?(names: readonly string[]): readonly string[];
  /**
   * Describes the contract as plain data, with the JSON Schema of each schema.
   *
   * @param converters functions that convert schemas without JSON Schema, by vendor; none when absent
   */
  describe(converters?: SchemaConverters): ContractDescription;
}

/** A value with a contract, such as the result of its `handle()`. */
export interface WithContract {
  /** The contract, which `contract()` has created. */
  readonly contract: MiddlewareContract;
}

/** The type of a class on a path: the path must have the parameters of the class's contract, if any. */
export type ContractOn<Params extends object> = string extends keyof Params
  ? unknown
  : { readonly contract?: { readonly '~params'?: (params: Params) => void; readonly describe?: unknown } };

/** A JSON Schema, draft 2020-12, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema of a contract as plain data. */
export interface SchemaDescription {
  /** The library of the schema, such as `zod`. */
  readonly vendor: string;
  /** The JSON Schema of the input, draft 2020-12; absent when neither the schema nor a converter can create it. */
  readonly schema?: JsonSchema;
  /** The reason why there is no `schema`; absent when there is one. */
  readonly fault?: string;
}

/** The schemas by media type, such as `application/json`. */
export type ContentDescription = Readonly<Record<string, SchemaDescription>>;

/** The descriptions of a contract beside its schemas, as OpenAPI names them. */
export interface OperationTexts {
  /** A short summary of the operation, on one line; none when absent. */
  readonly summary?: string;
  /** A longer description of the operation, which may be Markdown; none when absent. */
  readonly description?: string;
  /** The tags that group operations in OpenAPI documents; none when absent. */
  readonly tags?: readonly string[];
  /** Whether clients should stop using the route; false when absent. */
  readonly deprecated?: boolean;
  /** The id of the operation; derived from the route's name when absent. */
  readonly operationId?: string;
  /** Whether OpenAPI documents omit the route; false when absent. */
  readonly hidden?: boolean;
}

/** A contract as plain data that can be serialized as JSON. A part without a schema is absent. */
export interface ContractDescription extends OperationTexts {
  /** The schema of the path parameters. */
  readonly params?: SchemaDescription;
  /** The schema of the query. */
  readonly query?: SchemaDescription;
  /** The schema of the headers. */
  readonly headers?: SchemaDescription;
  /** The schema of the cookies. */
  readonly cookies?: SchemaDescription;
  /** The schemas of the body by media type. */
  readonly body?: ContentDescription;
  /** The content by status, by a class of statuses such as `4XX`, or `default`; null means no body. */
  readonly responses?: Readonly<Record<string, ContentDescription | null>>;
}

/** The contract of a function, of a class (`static contract`), or of an instance of such a class. */
export function contractOf(middleware: unknown): MiddlewareContract | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  const owner = (typeof middleware === 'function' ? middleware : middleware.constructor) as
    | { contract?: unknown }
    | undefined;
  const { contract } = owner ?? {};
  return typeof contract === 'object' && contract !== null && GUARD in contract
    ? (contract as MiddlewareContract)
    : undefined;
}
