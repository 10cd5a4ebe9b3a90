import type { SchemaConverters } from '../config/config.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Next } from './middleware-a.ts';
import type { Delegate } from './middleware-b.ts';

/** A middleware as a function; the parameters and the result are the variant's. */
export type Callable = (...args: never[]) => unknown;

/** The method by which a contract guards what it was given to. A registered symbol, because two copies of the package may meet. */
export const GUARD: unique symbol = Symbol.for('fw-runtime.contract');

/** What a middleware takes and answers; made by `contract()` of `fw-runtime/contract`. */
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

/** What has a contract, such as what its `handler()` gives, whatever parameters it wants. */
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
  /** Of what comes in, draft 2020-12; absent where neither the schema itself nor a converter could make it. */
  readonly schema?: JsonSchema;
  /** Why there is no `schema`. */
  readonly fault?: string;
}

/** By media type, such as `application/json`. */
export type ContentDescription = Readonly<Record<string, SchemaDescription>>;

/** What a contract says beside its schemas, in the words of OpenAPI. */
export interface OperationTexts {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  /** Made of the route's name when absent. */
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

/** Passes a request on to the inner layers and gives their response. */
export type PassOn = (request: ServerRequest) => HttpResponse | Promise<HttpResponse>;

/** A middleware that stands in applications of both variants. */
export type SharedMiddleware<Params extends object = Record<string, string>> = (
  request: ServerRequest<Params>,
  responseOrDelegate: HttpResponse | Delegate,
  next?: Next,
) => HttpResponse | Response | Promise<HttpResponse | Response>;

/** What a middleware tells of itself. */
export interface MiddlewareOptions {
  /** Whom it lets in, for documents such as that of OpenAPI: `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`. */
  readonly security?: Security;
}

/**
 * Makes a middleware that fits both variants, for packages that serve both.
 *
 * What is passed on answers with a response; in variant B it may also throw what an inner layer has thrown, in variant A the
 * error middleware further in has answered it already.
 *
 * @example
 * const timing = defineMiddleware(async function timing(request, next) {
 *   const start = performance.now();
 *   const response = await next(request);
 *   return response.withHeader('Server-Timing', `total;dur=${performance.now() - start}`);
 * });
 * @param handle its name is the middleware's
 */
export function defineMiddleware<Params extends object = Record<string, string>>(
  handle: (
    request: ServerRequest<Params>,
    next: PassOn,
  ) => HttpResponse | Response | Promise<HttpResponse | Response>,
  options?: MiddlewareOptions,
): SharedMiddleware<Params> {
  const middleware: SharedMiddleware<Params> = (request, responseOrDelegate, next) => {
    if (next === undefined) return handle(request, responseOrDelegate as Delegate);
    return handle(request, (inner) => next(inner, responseOrDelegate as HttpResponse));
  };
  if (options?.security !== undefined) Object.assign(middleware, { [SECURITY]: options.security });
  return Object.defineProperty(middleware, 'name', { value: handle.name, configurable: true });
}

/** Under it a middleware tells whom it lets in. A registered symbol, because two copies of the package may meet. */
export const SECURITY: unique symbol = Symbol.for('fw-runtime.security');

/** How a client shows who it is, in the words of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, object>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
);

/** Schemes by their names, such as `{ bearerAuth: { type: 'http', scheme: 'bearer' } }`: all of them are asked for. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** Whom a middleware lets in: who shows all that is asked for, or, in a list, one of several; `{}` asks for nothing. */
export type Security = SecuritySchemes | readonly SecuritySchemes[];

/** What a function, a class or an object tells; of an object also what its class does. */
export function securityOf(middleware: unknown): readonly SecuritySchemes[] | undefined {
  if (middleware === null || (typeof middleware !== 'function' && typeof middleware !== 'object'))
    return undefined;
  type Owner = { readonly [SECURITY]?: Security } | undefined;
  const security = (middleware as Owner)?.[SECURITY] ?? (middleware.constructor as Owner)?.[SECURITY];
  return security && (Array.isArray(security) ? security : [security as SecuritySchemes]);
}
