import type { SchemaConverters } from '../config/config.ts';
import type { ServerRequest } from '../http/server-request.ts';

/** A middleware as a function; the parameters and the result are the variant's. */
export type Callable = (...args: never[]) => unknown;

/** The method by which a contract guards what it was given to. A registered symbol, because two copies of the package may meet. */
export const GUARD: unique symbol = Symbol.for('fw-runtime.contract');

/** The inputs and responses of middleware; created by `contract()` of `fw-runtime/contract`. */
export interface KeptContract {
  /**
   * @internal Makes what is called in place of a middleware: it checks the request first, and the middleware is called only when it fits.
   *
   * @param checksResponse whether what the middleware answers is checked too
   */
  [GUARD](middleware: Callable, checksResponse: boolean): Callable;
  /**
   * @internal The parameters that every request must have.
   *
   * @param names of the parameters that a path may have, which are left out
   */
  missingParams?(names: readonly string[]): readonly string[];
  /** @param converters make JSON Schema, by the vendor of a schema, where a schema cannot do it itself */
  describe(converters?: SchemaConverters): ContractDescription;
}

/** A value with a contract, such as the result of its `handler()`. */
export interface WithContract {
  readonly contract: KeptContract;
}

/** A class on a path: where it has a contract, the path has the parameters that the contract takes. */
export type ContractOn<Params extends object> = string extends keyof Params
  ? unknown
  : {
      readonly contract?: {
        handler?(handle: never): (request: ServerRequest<Params>, ...rest: never[]) => unknown;
        readonly describe?: unknown;
      };
    };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema of a contract as plain data. */
export interface SchemaDescription {
  /** The library it was made with. */
  readonly vendor: string;
  /** JSON Schema of the input, draft 2020-12; absent when neither the schema nor a converter can create it. */
  readonly schema?: JsonSchema;
  /** Why there is no `schema`. */
  readonly fault?: string;
}

/** By media type, such as `application/json`. */
export type ContentDescription = Readonly<Record<string, SchemaDescription>>;

/** The descriptions of a contract beside its schemas, as OpenAPI names them. */
export interface OperationTexts {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  /** Created from the route's name when absent. */
  readonly operationId?: string;
  /** Whether documents leave it out. */
  readonly hidden?: boolean;
}

/** A contract as plain data, which can be written as JSON. */
export interface ContractDescription extends OperationTexts {
  readonly params?: SchemaDescription;
  readonly query?: SchemaDescription;
  readonly headers?: SchemaDescription;
  readonly cookies?: SchemaDescription;
  readonly body?: ContentDescription;
  /** By status, a class of statuses such as `4XX`, or `default`; null: without a body. */
  readonly responses?: Readonly<Record<string, ContentDescription | null>>;
}

/** The contract that a function, a class (`static contract`) or an object of such a class keeps. */
export function contractOf(middleware: unknown): KeptContract | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  const owner = (typeof middleware === 'function' ? middleware : middleware.constructor) as
    | { contract?: unknown }
    | undefined;
  const { contract } = owner ?? {};
  return typeof contract === 'object' && contract !== null && GUARD in contract
    ? (contract as KeptContract)
    : undefined;
}
