import type { SchemaConverters } from '../config/config.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { Attribute } from '../http/attributes.ts';
import { HeaderList, type HeadersInput } from '../http/header-list.ts';
import { HttpResponse } from '../http/http-response.ts';
import { toJson } from '../http/bodies/json.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { type SharedMiddleware } from '../pipeline/define-middleware.ts';
import { type Callable, type ContractDescription, GUARD, type KeptContract } from '../pipeline/contract.ts';
import {
  checkDefinition,
  type Content,
  type ContractDefinition,
  type InputOf,
  type JsonOf,
  type Only,
  type ParamsOf,
  type ResponseKey,
  type Responses,
  type Schema,
} from './definition.ts';
import { describeContract, requiredKeys } from './describe-contract.ts';
import { InputReader, type Use } from './input-reader.ts';
import { isJson, responseSchemas } from './media-type.ts';
import { checkingResponses } from './response-check.ts';

/** Middleware of both variants that handles requests which its contract accepts. */
export type ContractMiddleware<Params extends object = Record<string, string>> = SharedMiddleware<Params> & {
  readonly contract: KeptContract;
};

/**
 * The schemas of a route's requests and responses, created by `contract()`. It is also the request attribute that contains the
 * validated input.
 *
 * @typeParam Input the input of a handler: the parts that have a schema
 * @typeParam Params the parameters that the path must have
 * @typeParam Json the types of JSON responses, by status
 */
export class Contract<Input extends object, Params extends object, Json extends object>
  extends Attribute<Input>
  implements KeptContract
{
  readonly #definition: ContractDefinition;
  readonly #reader: InputReader<Input>;
  /** By status. */
  readonly #jsonHeaders: ReadonlyMap<number, HeaderList>;

  /** @internal */
  constructor(definition: ContractDefinition) {
    checkDefinition(definition);
    super(definition.summary === undefined ? 'contract' : `contract "${definition.summary}"`);
    this.#definition = definition;
    this.#reader = new InputReader(definition);
    this.#jsonHeaders = jsonHeadersOf(definition);
  }

  /**
   * Creates middleware of both variants. The handler runs only for a request that the schemas accept; for any other the
   * response is a problem document that lists the errors.
   *
   * @param handle gets the validated input
   * @throws InvalidArgumentError when it is no function
   */
  handler(
    handle: (
      input: Input,
      request: ServerRequest<Params>,
    ) => HttpResponse | Response | Promise<HttpResponse | Response>,
  ): ContractMiddleware<Params> {
    if (typeof handle !== 'function') {
      throw new InvalidArgumentError('handle of handler()', 'a function of input and request', handle);
    }
    const reader = this.#reader;
    const use = handle as unknown as Use<Input, ReturnType<typeof handle>>;
    const middleware = (request: ServerRequest<Params>): ReturnType<typeof handle> =>
      reader.read(request as unknown as ServerRequest, use);
    Object.defineProperty(middleware, 'name', { value: handle.name || 'handler', configurable: true });
    return Object.assign(middleware, { contract: this, [OWN]: true as const });
  }

  /**
   * Creates a JSON response with the media type that the contract has for the status, `application/json` by default.
   *
   * @example createPost.json(201, post)
   * @param data checked by the compiler against the schema of the status
   * @throws InvalidArgumentError as `JsonResponse` does
   */
  json<Status extends keyof Json & number>(
    status: Status,
    data: Json[Status],
    headers?: HeadersInput,
  ): HttpResponse {
    const defaults = this.#jsonHeaders.get(status) ?? JSON_DATA;
    const lines = headers === undefined ? defaults : HeaderList.from(headers).withDefaults(defaults);
    return new HttpResponse(toJson(data), status, lines);
  }

  /** @internal */
  [GUARD](middleware: Callable, checksResponse: boolean): Callable {
    const guarded = OWN in middleware ? middleware : this.#guard(middleware);
    return checksResponse ? checkingResponses(this.#definition, guarded) : guarded;
  }

  /** @internal */
  missingParams(names: readonly string[]): readonly string[] {
    const { params } = this.#definition;
    return params === undefined ? [] : requiredKeys(params).filter((name) => !names.includes(name));
  }

  /** The contract as plain data, with JSON Schema of each schema. */
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

const JSON_DATA = HeaderList.of('Content-Type', 'application/json');

/** Created once, so that responses share parsed headers. */
function jsonHeadersOf({ responses = {} }: ContractDefinition): ReadonlyMap<number, HeaderList> {
  const headers = new Map<number, HeaderList>();
  for (const [status, content] of Object.entries(responses)) {
    const type = content && Object.keys(responseSchemas(content)).find(isJson);
    if (type) headers.set(Number(status), HeaderList.of('Content-Type', type));
  }
  return headers;
}

/** Marks middleware that validates requests itself. */
const OWN = Symbol('own');

/**
 * Defines the schemas of a route's requests and responses, for validation, OpenAPI documents and typed clients.
 *
 * @param definition with schemas of any library that implements Standard Schema, such as zod, valibot or arktype
 * @example
 * const createPost = contract({ body: z.object({ title: z.string() }), responses: { 201: Post } });
 * app.post('/posts', createPost.handler(({ body }) => createPost.json(201, posts.add(body))), 'posts.create');
 * @throws InvalidArgumentError when the definition is invalid
 */
export function contract<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Headers extends Schema | undefined = undefined,
  Cookies extends Schema | undefined = undefined,
  Body extends Content | undefined = undefined,
  Answers extends Responses | undefined = {},
>(
  definition: ContractDefinition<
    Params,
    Query,
    Headers,
    Cookies,
    Body & Only<`${string}/${string}`, Body, 'The key is no media type.'>,
    Answers & Only<ResponseKey, Answers, 'The key is no status.'>
  >,
): Contract<
  InputOf<{ params: Params; query: Query; headers: Headers; cookies: Cookies; body: Body }>,
  ParamsOf<Params>,
  JsonOf<NonNullable<Answers>>
> {
  return new Contract(definition as ContractDefinition);
}
