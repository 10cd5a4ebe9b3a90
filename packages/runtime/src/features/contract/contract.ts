import type { SchemaConverters } from '../../kernel/config.ts';
import type { KnownServiceId, ServicesOf } from '../../kernel/container/container-interface.ts';
import { Attribute } from '../../kernel/http/attributes.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import {
  type Callable,
  type ContractDescription,
  GUARD,
  type MiddlewareContract,
  type WithContract,
} from '../../kernel/pipeline/middleware-contract.ts';
import {
  checkDefinition,
  type CheckedDefinition,
  type Content,
  type ContractDefinition,
  type InputOf,
  type ParamsOf,
  type Responses,
  type Schema,
} from './definition.ts';
import { describeContract, requiredKeys } from './describe-contract.ts';
import { createHandler, validatesItself } from './handler.ts';
import type { HandlerClass, HandlerInput, HandlerResult } from './handler-types.ts';
import { InputReader } from './input-reader.ts';
import { Responder } from './responder.ts';
import { checkingResponses } from './response-check.ts';

/**
 * The schemas of a route's requests and responses, created by `contract()`. It is also the request attribute that
 * contains the validated input.
 *
 * @typeParam Input the input of a handler: the parts that have a schema
 * @typeParam Params the parameters that the path must have
 * @typeParam Given the schemas of responses by status
 */
export class Contract<Input extends object, Params extends object, Given extends object>
  extends Attribute<Input>
  implements MiddlewareContract
{
  /** The parameters that the path must have, for the compiler only; the property is never set. */
  declare readonly '~params'?: (params: Params) => void;
  readonly #definition: ContractDefinition;
  readonly #reader: InputReader<Input>;

  /** @internal */
  constructor(definition: ContractDefinition) {
    checkDefinition(definition);
    super(definition.summary === undefined ? 'contract' : `contract "${definition.summary}"`);
    this.#definition = definition;
    this.#reader = new InputReader(definition);
  }

  /**
   * Creates the handler of a route without services. See the other overload.
   *
   * @returns a class with static `inject` and `contract`, for both variants
   * @throws {@link InvalidArgumentError} when `run` is no function
   * @example app.get('/ping', ping.handle(({ reply }) => reply(200, { pong: true })), 'ping');
   */
  handle(
    run: (input: HandlerInput<Input, Params, Given>) => HandlerResult<Given> | Promise<HandlerResult<Given>>,
  ): HandlerClass<Params, readonly []>;
  /**
   * Creates the handler of a route: a class with static `inject` and `contract`, for both variants. The function runs
   * only for a request that the schemas accept; for any other request, the response is a problem document that lists
   * the errors.
   *
   * @param services the ids of the services that the function gets after its input
   * @param run a function that gets the validated input, the request and `reply`, and then the services. It returns the
   *   body of the only success status (2xx), or a response such as `reply(201, post)`; it throws errors.
   * @returns the class, to pass to `app.get()` or `route()`
   * @throws {@link InvalidArgumentError} when `run` is no function or `services` is no array of service ids
   * @example app.get('/posts/{id}', showPost.handle([Posts], ({ params }, posts) => posts.find(params.id)), 'posts.show');
   */
  handle<const Ids extends readonly KnownServiceId[]>(
    services: Ids,
    run: (
      input: HandlerInput<Input, Params, Given>,
      ...services: ServicesOf<Ids>
    ) => HandlerResult<Given> | Promise<HandlerResult<Given>>,
  ): HandlerClass<Params, Ids>;
  handle(...given: readonly unknown[]): WithContract {
    const [services, run] = given.length > 1 ? given : [[], given[0]];
    return createHandler(this, this.#reader, new Responder(this.#definition.responses), services, run);
  }

  /** @internal */
  [GUARD](middleware: Callable, checksResponse: boolean): Callable {
    const guarded = validatesItself(middleware) ? middleware : this.#guard(middleware);
    return checksResponse ? checkingResponses(this.#definition, guarded) : guarded;
  }

  /** @internal */
  missingParams(names: readonly string[]): readonly string[] {
    const { params } = this.#definition;
    return params === undefined ? [] : requiredKeys(params).filter((name) => !names.includes(name));
  }

  /**
   * Describes the contract as plain data, with the JSON Schema of each schema.
   *
   * @param converters functions that convert schemas without JSON Schema, by vendor; none when absent
   */
  describe(converters?: SchemaConverters): ContractDescription {
    return describeContract(this.#definition, converters);
  }

  /** For a class with `static contract`, whose request contains the input. */
  #guard(process: Callable): Callable {
    const reader = this.#reader;
    const call = process as (request: ServerRequest, ...rest: unknown[]) => unknown;
    const guarded = (request: ServerRequest, ...rest: unknown[]): unknown =>
      reader.read(request, (input) => call(request.withAttribute(this, input), ...rest));
    return Object.assign(guarded as Callable, { contract: this });
  }
}

/**
 * Defines the schemas of a route's requests and responses, for validation, OpenAPI documents and typed clients.
 *
 * @param definition schemas of any library that implements Standard Schema, such as zod, valibot or arktype
 * @returns the contract; `handle()` creates the handler of the route
 * @throws {@link InvalidArgumentError} when the definition is invalid
 * @example
 * const createPost = contract({ body: z.object({ title: z.string() }), responses: { 201: Post } });
 * app.post('/posts', createPost.handle([Posts], ({ body }, posts) => posts.add(body)), 'posts.create');
 */
export function contract<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Headers extends Schema | undefined = undefined,
  Cookies extends Schema | undefined = undefined,
  Body extends Content | undefined = undefined,
  const Given extends Responses | undefined = {},
>(
  definition: CheckedDefinition<Params, Query, Headers, Cookies, Body, Given>,
): Contract<
  InputOf<{ params: Params; query: Query; headers: Headers; cookies: Cookies; body: Body }>,
  ParamsOf<Params>,
  NonNullable<Given>
> {
  return new Contract(definition as ContractDefinition);
}
