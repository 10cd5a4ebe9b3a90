import { inject } from '../../kernel/container/inject.ts';
import type { ServiceId } from '../../kernel/container/container-interface.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type {
  Callable,
  MiddlewareContract,
  WithContract,
} from '../../kernel/pipeline/middleware-contract.ts';
import { isThenable } from '../../kernel/pipeline/lazy-middleware.ts';
import type { InputReader } from './input-reader.ts';
import type { Responder } from './responder.ts';

type Run = (input: object, ...services: unknown[]) => unknown;

/** Marks middleware that validates requests itself. */
const VALIDATES = Symbol('validates');

/** Whether middleware was created by `createHandler`, so that its contract needn't guard it. */
export function validatesItself(middleware: Callable): boolean {
  return VALIDATES in middleware;
}

/**
 * Creates a class with static `inject` and `contract`, whose instances are middleware of both variants.
 *
 * @throws {@link InvalidArgumentError} when `services` is no array of service ids, or `run` is no function
 */
export function createHandler(
  contract: MiddlewareContract,
  reader: InputReader<object>,
  responder: Responder,
  services: unknown,
  run: unknown,
): WithContract {
  if (typeof run !== 'function') {
    throw new InvalidArgumentError('run of handle()', 'a function that returns the body of a response', run);
  }
  const create = (...resolved: readonly unknown[]): Callable => {
    const { name } = Handler;
    const { reply } = responder;
    const use = (validated: object, request: ServerRequest): HttpResponse | Promise<HttpResponse> => {
      const input = validated as { params?: unknown; request: ServerRequest; reply: typeof reply };
      input.params ??= request.params;
      input.request = request;
      input.reply = reply;
      const result = (run as Run)(input, ...resolved);
      if (!isThenable(result)) return responder.responseOf(result, request, name);
      return Promise.resolve(result).then((value) => responder.responseOf(value, request, name));
    };
    const middleware = (request: ServerRequest): unknown => reader.read(request, use);
    Object.defineProperty(middleware, 'name', { value: name, configurable: true });
    return Object.assign(middleware, { contract, [VALIDATES]: true as const });
  };
  Object.defineProperty(create, 'name', { value: run.name });
  const Handler = Object.assign(inject(services as readonly ServiceId[], create), { contract });
  return Handler;
}
