import type { SchemaConverters } from '../config/config.ts';
import { Attribute } from '../message/attributes.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { SharedMiddleware } from '../pipeline/define-middleware.ts';
import { type ContractDescription, GUARD, type KeptContract } from '../pipeline/kept-contract.ts';
import type { Callable } from '../pipeline/callable.ts';
import type { ContractDefinition, InputOf, ParamsOf } from './definition.ts';
import { describeContract } from './describe-contract.ts';
import { InputReader } from './input-reader.ts';
import { ResponseCheck } from './response-check.ts';

/** What a handler answers. */
export type HandlerResult = HttpResponse | Response | Promise<HttpResponse | Response>;

/** A middleware of both variants that answers what has come through a contract. */
export type ContractMiddleware<Params extends object = Record<string, string>> = SharedMiddleware<Params> & {
  readonly contract: KeptContract;
};

/**
 * What a route takes and answers: made by `contract()`. It is also the key under which a request holds what its schemas have
 * made of it.
 */
export class Contract<Input extends object, Params extends object>
  extends Attribute<Input>
  implements KeptContract
{
  readonly #definition: ContractDefinition;
  readonly #reader: InputReader<Input>;

  constructor(definition: ContractDefinition) {
    super(definition.summary === undefined ? 'contract' : `contract "${definition.summary}"`);
    this.#definition = definition;
    this.#reader = new InputReader(definition);
  }

  /**
   * Makes a middleware of both variants. The handler runs only for a request that fits; any other is answered with a problem
   * document that lists all that does not.
   *
   * @param handle is given what the schemas have made of the request
   */
  handler(
    handle: (input: Input, request: ServerRequest<Params>) => HandlerResult,
  ): ContractMiddleware<Params> {
    const reader = this.#reader;
    const middleware = (request: ServerRequest<Params>): HandlerResult => {
      const input = reader.read(request as unknown as ServerRequest);
      return input instanceof Promise
        ? input.then((settled) => handle(settled, request))
        : handle(input, request);
    };
    Object.defineProperty(middleware, 'name', { value: handle.name || 'handler', configurable: true });
    return Object.assign(middleware, { contract: this, [OWN]: true as const });
  }

  /** @internal */
  [GUARD](middleware: Callable, checksResponse: boolean): Callable {
    const guarded = OWN in middleware ? middleware : this.#guard(middleware);
    return checksResponse ? new ResponseCheck(this.#definition).around(guarded) : guarded;
  }

  describe(converters?: SchemaConverters): ContractDescription {
    return describeContract(this.#definition, converters);
  }

  /** Of a class with `static contract`: the request that it is called with holds the input. */
  #guard(process: Callable): Callable {
    const reader = this.#reader;
    const call = process as (request: ServerRequest, ...rest: unknown[]) => unknown;
    const guarded = (request: ServerRequest, ...rest: unknown[]): unknown => {
      const input = reader.read(request);
      return input instanceof Promise
        ? input.then((settled) => call(request.withAttribute(this, settled), ...rest))
        : call(request.withAttribute(this, input), ...rest);
    };
    return Object.assign(guarded as Callable, { contract: this });
  }
}

/** Marks the middleware that check the request themselves. */
const OWN = Symbol('own');

/**
 * Says once what a route takes and answers; requests are checked by it, documents and clients made of it.
 *
 * @param definition each schema is any that follows Standard Schema, such as those of zod, valibot and arktype
 * @example
 * const createPost = contract({ body: z.object({ title: z.string() }), responses: { 201: Post } });
 * app.post('/posts', createPost.handler(({ body }) => new JsonResponse(posts.add(body), 201)), 'posts.create');
 * @throws InvalidArgumentError when something in it is not what it must be
 */
export function contract<const Definition extends ContractDefinition>(
  definition: Definition,
): Contract<InputOf<Definition>, ParamsOf<Definition>> {
  return new Contract(definition);
}
