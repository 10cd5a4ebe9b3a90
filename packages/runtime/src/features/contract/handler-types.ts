import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ServiceId, ServicesOf } from '../../kernel/container/container-interface.ts';
import type { BodyInput } from '../../kernel/http/bodies/body-input.ts';
import type { HeadersInput } from '../../kernel/http/header-list.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { MiddlewareContract } from '../../kernel/pipeline/middleware-contract.ts';
import type { SharedMiddleware } from '../../kernel/pipeline/define-middleware.ts';
import type { Schema } from './definition.ts';

/**
 * The argument of a handler: the validated parts of the request, the parameters of the path as `params`, the request
 * itself as `request`, and `reply`.
 */
export type HandlerInput<Input extends object, Params extends object, Given> = Input &
  ('params' extends keyof Input ? unknown : { readonly params: Params }) & {
    readonly request: ServerRequest<Params>;
    /** Creates a response of the contract. */
    readonly reply: Reply<Given>;
  };

/**
 * Creates a response with a status, a body and headers of a contract.
 *
 * @example return reply(201, post, { Location: `/posts/${post.id}` });
 */
export interface Reply<Given> {
  /** Creates a response. The body and the headers follow the status; a status whose schema is null has no body. */
  <Status extends keyof Given & number>(
    status: Status,
    ...rest: Given[Status] extends null
      ? [body?: null, headers?: HeadersInput]
      : [body: BodyOf<Given[Status]>, headers?: HeadersInput]
  ): HttpResponse;
}

/** The result of a handler: the body of the only success status (2xx), or a response. */
export type HandlerResult<Given> =
  | (IsUnion<SuccessOf<Given>> extends false ? BodyOf<Given[SuccessOf<Given>]> : never)
  | OwnResponse
  | WebResponse;

// Only one property of each class, because the compiler reports an extra key of a body unless a class has a key of this name.
interface OwnResponse extends Pick<HttpResponse, 'toWeb'> {}
interface WebResponse extends Pick<Response, 'bodyUsed'> {}

type SuccessOf<Given> = {
  [Status in keyof Given]: `${Status & number}` extends `2${string}` ? Status : never;
}[keyof Given];

/** Whether there are several types; true for none, too. */
type IsUnion<T, Each = T> = [T] extends [never]
  ? true
  : T extends unknown
    ? [Each] extends [T]
      ? false
      : true
    : never;

type BodyOf<Given> = Given extends null
  ? null | undefined | void
  : Given extends Schema
    ? StandardSchemaV1.InferInput<Given>
    : [Extract<keyof Given, JsonType>] extends [never]
      ? BodyInput
      : StandardSchemaV1.InferInput<Extract<Given[Extract<keyof Given, JsonType>], Schema>>;

type JsonType = 'application/json' | `application/${string}+json`;

/**
 * The class that `handle()` creates. `route()` and `app.get()` compare the parameters of the path with its contract.
 */
export interface HandlerClass<Params extends object, Ids extends readonly ServiceId[]> {
  /** The ids of the services that the handler gets. */
  readonly inject: Ids;
  /** The contract that the handler was created from. */
  readonly contract: MiddlewareContract & { readonly '~params'?: (params: Params) => void };
  /** Creates the handler with its services; the application does it. */
  new (...services: ServicesOf<Ids>): SharedMiddleware<Params>;
}
