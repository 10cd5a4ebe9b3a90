import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { RouteConfig } from '../../kernel/config.ts';
import type { ServiceId, ServicesOf } from '../../kernel/container/container-interface.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { WithContract } from '../../kernel/pipeline/middleware-contract.ts';
import type { PathParams } from '../../kernel/router/path-params.ts';
import type { CheckedDefinition, Content, InputOf, Responses, Schema } from './definition.ts';
import type { HandlerResult, Reply } from './handler-types.ts';

/** The name of a resource and the services of its handlers. */
export interface ResourceOptions<Ids extends readonly ServiceId[]> {
  /** The first part of the names of its routes: `articles` for `articles.list`. */
  readonly name: string;
  /** The ids of the services that each handler gets after its input; none when absent. */
  readonly services?: Ids;
}

/** A route of a resource, for `routes` of the configuration and for `add()`, in both variants. */
export type ResourceRoute = RouteConfig<WithContract>;

/** The methods of the routes in a resource. A route for GET also handles HEAD. */
export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

/**
 * The functions that define routes, by method. Each gets a path below the prefix, and a contract; its result has
 * `handle()`.
 *
 * @example get('/{slug}', { responses: { 200: Article } }).handle(({ params }, articles) => articles.find(params.slug))
 */
export type ResourceMethods<Prefix extends string, Ids extends readonly ServiceId[]> = {
  readonly [Method in (typeof METHODS)[number]]: DefineRoute<Prefix, Ids>;
};

/** Defines the path and the contract of a route; `handle()` of the result defines its handler. */
export interface DefineRoute<Prefix extends string, Ids extends readonly ServiceId[]> {
  <
    const Path extends string,
    Params extends Schema | undefined = undefined,
    Query extends Schema | undefined = undefined,
    Headers extends Schema | undefined = undefined,
    Cookies extends Schema | undefined = undefined,
    Body extends Content | undefined = undefined,
    const Given extends Responses | undefined = {},
  >(
    path: Path,
    definition?: CheckedDefinition<
      Params & OnlyParams<Joined<Prefix, Path>, Params>,
      Query,
      Headers,
      Cookies,
      Body,
      Given
    >,
  ): DefinedRoute<
    ParamsIn<Joined<Prefix, Path>, Params> &
      InputOf<{ query: Query; headers: Headers; cookies: Cookies; body: Body }>,
    Ids,
    NonNullable<Given>
  >;
}

/** A route without its handler. */
export interface DefinedRoute<Input extends object, Ids extends readonly ServiceId[], Given> {
  /** @param run as for `handle()` of a contract, with the services of the resource */
  handle(
    run: (
      input: Input & { readonly reply: Reply<Given> },
      ...services: ServicesOf<Ids>
    ) => HandlerResult<Given> | Promise<HandlerResult<Given>>,
  ): HandledRoute;
}

/** A route with its handler, whose name is its key in the resource. */
export class HandledRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: WithContract;

  constructor(method: string, path: string, handler: WithContract) {
    this.method = method;
    this.path = path;
    this.handler = handler;
  }
}

/** The path `/` means the prefix itself. */
type Joined<Prefix extends string, Path extends string> = Path extends '/' ? Prefix : `${Prefix}${Path}`;

interface ParamsIn<Path extends string, Params> {
  readonly params: Params extends Schema ? StandardSchemaV1.InferOutput<Params> : PathParams<Path>;
  readonly request: ServerRequest<PathParams<Path>>;
}

/** Rejects a schema of parameters that the path lacks; the compiler shows the message. */
type OnlyParams<Path extends string, Params> = Params extends Schema
  ? [MissingIn<Path, Params>] extends [never]
    ? unknown
    : { readonly error: `The path "${Path}" has no parameter {${MissingIn<Path, Params>}}` }
  : unknown;

type MissingIn<Path extends string, Params extends Schema> = Exclude<
  keyof StandardSchemaV1.InferInput<Params>,
  keyof PathParams<Path>
> &
  string;
