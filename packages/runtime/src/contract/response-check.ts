import { BrokenContractError } from '../errors/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../http/http-response.ts';
import { contentSize } from '../http/response-body.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Callable } from '../pipeline/kept-contract.ts';
import { RouteResult } from '../router/route-result.ts';
import type { ContractDefinition, SchemasByType } from './definition.ts';
import { cut, pointerOf } from './json-pointer.ts';
import { isJson, mediaTypeOf, responseSchemas, schemaFor } from './media-type.ts';

type AnyFunction = (...args: unknown[]) => unknown;

const decoder = new TextDecoder();
/** That an error names. */
const MOST_ISSUES = 10;

/** Checks what a route answers, with `debug` only. */
export class ResponseCheck {
  /** By status; null: without a body. Undefined where the contract says nothing of responses. */
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

  /** Makes a middleware that answers what the given one answers, or fails. */
  around(middleware: Callable): Callable {
    if (this.#responses === undefined) return middleware;
    const call = middleware as AnyFunction;
    const checked = async (request: ServerRequest, ...rest: unknown[]): Promise<unknown> => {
      let passedOn = false;
      const writes = writesOf(rest[0]);
      const given = await call(request, ...rest.map((value) => noting(value, () => (passedOn = true))));
      // This contract doesn't judge responses of other middleware, nor a missing response, which is an error (rules A1, B1).
      if (passedOn || (given === undefined && writesOf(rest[0]) === writes)) return given;
      // In variant A, one that returns nothing yields the response that it has written to.
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
    // Neither tells of a resource anything but that it is as it was, or that a socket opens.
    if (status === 304 || status === 101) return;
    const name = request.getAttribute(RouteResult)?.route?.name ?? request.originalPath;
    const fault = await this.#faultOf(response, body, request.method === 'HEAD');
    if (fault !== undefined) throw new BrokenContractError(name, status, fault);
  }

  /** As the end of a sentence that begins with the contract. */
  async #faultOf(
    { status, headerList }: HttpResponse,
    body: HttpResponse['content'],
    isHead: boolean,
  ): Promise<string | undefined> {
    const schemas = this.#schemasFor(status);
    if (schemas === undefined)
      return `knows ${[...(this.#responses?.keys() ?? [])].join(', ') || 'no status'} only`;
    const isEmpty = contentSize(body) === 0;
    if (schemas === null) return isEmpty || body instanceof ReadableStream ? undefined : 'has no body for it';
    const types = Object.keys(schemas).join(' or ');
    if (isEmpty) return isHead ? undefined : `has a body for it (${types}), and there is none`;
    const header = headerList.get('content-type');
    const schema = schemaFor(schemas, mediaTypeOf(header ?? ''));
    if (schema === undefined) return `has ${types} for it, not ${header ?? 'a body without a Content-Type'}`;
    // A stream can be read once only, and not here.
    if (body === null || body instanceof ReadableStream) return undefined;
    const value = valueOf(body, mediaTypeOf(header ?? ''));
    if (value === NO_JSON) return 'has JSON for it, and the body is none';
    const { issues = [] } = await schema['~standard'].validate(value);
    const told = issues
      .slice(0, MOST_ISSUES)
      .map((issue) => `${pointerOf(issue.path) || 'the whole'}: ${cut(issue.message)}`);
    if (issues.length > MOST_ISSUES) told.push(`and ${issues.length - MOST_ISSUES} more`);
    return told.length === 0 ? undefined : `does not take its body: ${told.join('; ')}`;
  }

  #schemasFor(status: number): SchemasByType | null | undefined {
    const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const key = keys.find((one) => this.#responses?.has(one));
    return key === undefined ? undefined : this.#responses?.get(key);
  }
}

/** How often a response was written to; a delegate never is. */
function writesOf(given: unknown): number | undefined {
  return (given as { readonly writes?: number } | undefined)?.writes;
}

/** A function that passes a request on, as `next` and a delegate do, and tells when it does so; any other value as it is. */
function noting(value: unknown, note: () => void): unknown {
  if (typeof value !== 'function') return value;
  const passOn = (...args: unknown[]): unknown => {
    note();
    return (value as AnyFunction)(...args);
  };
  return Object.assign(passOn, value, 'process' in value && { process: passOn });
}

const NO_JSON = Symbol('no JSON');

/** What the schema is to see of a body. */
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
