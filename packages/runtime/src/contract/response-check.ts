import { BrokenContractError } from '../error/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { Callable } from '../pipeline/callable.ts';
import { RouteResult } from '../router/route-result.ts';
import type { Content, ContractDefinition } from './definition.ts';
import { pointerOf } from './json-pointer.ts';
import { isJson, mediaTypeOf, responseSchemas, schemaFor } from './media-type.ts';

/** Checks what a route answers, with `debug` only. */
export class ResponseCheck {
  readonly #responses: NonNullable<ContractDefinition['responses']> | undefined;

  constructor({ responses }: ContractDefinition) {
    this.#responses = responses;
  }

  /** Makes a middleware that answers what the given one answers, or fails. */
  around(middleware: Callable): Callable {
    if (this.#responses === undefined) return middleware;
    const call = middleware as (...args: unknown[]) => unknown;
    const checked = async (...args: unknown[]): Promise<unknown> => {
      const given = await call(...args);
      const response = toHttpResponse(given);
      if (response !== undefined) await this.#check(args[0] as ServerRequest, response);
      return response ?? given;
    };
    return Object.assign(checked as Callable, { contract: (middleware as { contract?: unknown }).contract });
  }

  /** @throws BrokenContractError */
  async #check(request: ServerRequest, response: HttpResponse): Promise<void> {
    const fail = (fault: string): never => {
      const name = request.getAttribute(RouteResult)?.route?.name ?? request.originalPath;
      throw new BrokenContractError(name, response.status, fault);
    };
    const content = this.#contentFor(response.status);
    if (content === undefined)
      return fail(`has no such status, but ${Object.keys(this.#responses ?? {}).join(', ')}`);
    const { content: body } = response;
    if (content === null) return body === null ? undefined : fail('has no body for it');
    const type = mediaTypeOf(response.header('content-type') ?? '');
    const schema = schemaFor(responseSchemas(content), type);
    if (schema === undefined) return fail(`has no ${type || 'body without a Content-Type'} for it`);
    // A stream may be read once only, and not here.
    if (typeof body !== 'string') return undefined;
    const { issues } = await schema['~standard'].validate(isJson(type) ? JSON.parse(body) : body);
    const [issue] = issues ?? [];
    if (issue !== undefined)
      fail(`does not take its body: ${pointerOf(issue) || 'the whole'}: ${issue.message}`);
  }

  #contentFor(status: number): Content | null | undefined {
    const responses = this.#responses ?? {};
    const byClass = `${Math.floor(status / 100)}XX` as '2XX';
    return responses[status] !== undefined ? responses[status] : (responses[byClass] ?? responses.default);
  }
}
