import { BrokenContractError } from '../errors/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../http/http-response.ts';
import { contentSize } from '../http/response-body.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Callable } from '../pipeline/kept-contract.ts';
import { RouteResult } from '../router/route-result.ts';
import type { ContractDefinition, SchemasByType } from './definition.ts';
import { cut, pointerOf } from './invalid-input-error.ts';
import { isJson, mediaTypeOf, responseSchemas, schemaFor } from './media-type.ts';

type AnyFunction = (...args: unknown[]) => unknown;

const decoder = new TextDecoder();
/** In an error message. */
const MAX_ISSUES = 10;

/** Checks the responses of a route, with `debug` only. */
export class ResponseCheck {
  /** By status; null: without a body. Undefined when the contract has no responses. */
  readonly #responses: ReadonlyMap<string, SchemasByType | null> | undefined;

  constructor({ responses }: ContractDefinition) {
    this.#responses =
      responses &&
      new Map(
        Object.entries(responses).map(([status, content]) => [
          status,
          content ? responseSchemas(content) : null,
        ]),
      );
  }

  /** Wraps middleware, and throws when the contract does not have its response. */
  around(middleware: Callable): Callable {
    if (this.#responses === undefined) return middleware;
    const call = middleware as AnyFunction;
    const checked = async (request: ServerRequest, ...rest: unknown[]): Promise<unknown> => {
      let isPassedOn = false;
      const writes = writesOf(rest[0]);
      const given = await call(request, ...rest.map((value) => noting(value, () => (isPassedOn = true))));
      // This contract doesn't judge responses of other middleware, nor a missing response, which is an error (rules A1, B1).
      if (isPassedOn || (given === undefined && writesOf(rest[0]) === writes)) return given;
      // In variant A, middleware may write to the response and return nothing.
      const response = toHttpResponse(given ?? rest[0]);
      if (response !== undefined) await this.#check(request, response);
      return given && (response ?? given);
    };
    const { contract } = middleware as { contract?: unknown };
    return Object.assign(checked as Callable, { contract });
  }

  /** @throws BrokenContractError */
  async #check(request: ServerRequest, response: HttpResponse): Promise<void> {
    const { status, content: body } = response;
    // Such responses have no representation of a resource.
    if (status === 304 || status === 101) return;
    const name = request.getAttribute(RouteResult)?.route?.name ?? request.originalPath;
    const fault = await this.#faultOf(response, body, request.method === 'HEAD');
    if (fault !== undefined) throw new BrokenContractError(name, status, fault);
  }

  /** The end of a sentence whose subject is the contract. */
  async #faultOf(
    { status, headerList }: HttpResponse,
    body: HttpResponse['content'],
    isHead: boolean,
  ): Promise<string | undefined> {
    const schemas = this.#schemasFor(status);
    if (schemas === undefined)
      return `has ${[...(this.#responses?.keys() ?? [])].join(', ') || 'no status'} only`;
    const isEmpty = contentSize(body) === 0;
    if (schemas === null) return isEmpty || body instanceof ReadableStream ? undefined : 'has no body for it';
    const types = Object.keys(schemas).join(' or ');
    if (isEmpty) return isHead ? undefined : `has a body for it (${types}), and there is none`;
    const header = headerList.get('content-type');
    const schema = schemaFor(schemas, mediaTypeOf(header ?? ''));
    if (schema === undefined) return `has ${types} for it, not ${header ?? 'a body without a Content-Type'}`;
    // A stream can be read only once, by the server.
    if (body === null || body instanceof ReadableStream) return undefined;
    const value = valueOf(body, mediaTypeOf(header ?? ''));
    if (value === NO_JSON) return 'has JSON for it, and the body is not JSON';
    const { issues = [] } = await schema['~standard'].validate(value);
    const messages = issues
      .slice(0, MAX_ISSUES)
      .map((issue) => `${pointerOf(issue.path) || 'the whole'}: ${cut(issue.message)}`);
    if (issues.length > MAX_ISSUES) messages.push(`and ${issues.length - MAX_ISSUES} more`);
    return messages.length === 0 ? undefined : `rejects its body: ${messages.join('; ')}`;
  }

  #schemasFor(status: number): SchemasByType | null | undefined {
    const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const key = keys.find((one) => this.#responses?.has(one));
    return key === undefined ? undefined : this.#responses?.get(key);
  }
}

/** The number of writes to a response; undefined for a delegate. */
function writesOf(given: unknown): number | undefined {
  return (given as { readonly writes?: number } | undefined)?.writes;
}

/** Wraps `next` or a delegate, and reports when it is called; any other value is returned as it is. */
function noting(value: unknown, note: () => void): unknown {
  if (typeof value !== 'function') return value;
  const passOn = (...args: unknown[]): unknown => {
    note();
    return (value as AnyFunction)(...args);
  };
  return Object.assign(passOn, value, 'process' in value && { process: passOn });
}

const NO_JSON = Symbol('no JSON');

/** The value of a body that its schema validates. */
function valueOf(body: string | Uint8Array, type: string): unknown {
  if (!isJson(type) && !type.startsWith('text/')) return body;
  const text = typeof body === 'string' ? body : decoder.decode(body);
  if (!isJson(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}
