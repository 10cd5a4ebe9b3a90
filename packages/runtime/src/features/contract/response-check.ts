import type { StandardSchemaV1 } from '@standard-schema/spec';
import { BrokenContractError } from '../../kernel/errors/coded-errors.ts';
import { type HttpResponse, toHttpResponse } from '../../kernel/http/http-response.ts';
import { contentSize } from '../../kernel/http/response-body.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { Callable } from '../../kernel/pipeline/middleware-contract.ts';
import { RouteResult } from '../../kernel/router/router-interface.ts';
import type { ContractDefinition, ResponseKey, Responses } from './definition.ts';
import { cut, pointerOf } from './invalid-input-error.ts';
import { isJson, mediaTypeOf, responseSchemas, schemaFor } from './media-type.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** In an error message. */
const MAX_ISSUES = 10;

/** Wraps middleware, and throws when the contract does not have its response; with `debug` only. */
export function checkingResponses({ responses }: ContractDefinition, middleware: Callable): Callable {
  if (responses === undefined) return middleware;
  const call = middleware as AnyFunction;
  const checked = async (request: ServerRequest, ...rest: unknown[]): Promise<unknown> => {
    let isPassedOn = false;
    const writes = writesOf(rest[0]);
    const given = await call(request, ...rest.map((value) => noting(value, () => (isPassedOn = true))));
    // The contract does not apply to responses of other middleware; a missing response is an error (rules A1, B1).
    if (isPassedOn || (given === undefined && writesOf(rest[0]) === writes)) return given;
    // In variant A, middleware may write to the response and return nothing.
    const response = toHttpResponse(given ?? rest[0]);
    if (response !== undefined) await check(request, response, responses);
    return given && (response ?? given);
  };
  const { contract } = middleware as { contract?: unknown };
  return Object.assign(checked as Callable, { contract });
}

/** @throws {@link BrokenContractError} */
async function check(request: ServerRequest, response: HttpResponse, responses: Responses): Promise<void> {
  const { status } = response;
  // Such responses have no representation of a resource.
  if (status === 304 || status === 101) return;
  const problem = await problemOf(response, responses, request.method === 'HEAD');
  if (problem === undefined) return;
  const name = request.getAttribute(RouteResult)?.route?.name ?? request.originalPath;
  throw new BrokenContractError(name, status, problem);
}

/** The end of a sentence whose subject is the contract; undefined when the response matches it. */
async function problemOf(
  { status, headerList, content: body }: HttpResponse,
  responses: Responses,
  isHead: boolean,
): Promise<string | undefined> {
  const keys = [status, `${Math.floor(status / 100)}XX`, 'default'] as ResponseKey[];
  const key = keys.find((each) => Object.hasOwn(responses, each));
  if (key === undefined) return `has ${Object.keys(responses).join(', ') || 'no status'} only`;
  const isEmpty = contentSize(body) === 0;
  const isStream = body instanceof ReadableStream;
  const content = responses[key];
  if (!content) return isEmpty || isStream ? undefined : 'has no body for it';
  const schemas = responseSchemas(content);
  const types = Object.keys(schemas).join(' or ');
  if (isEmpty) return isHead ? undefined : `has a body for it (${types}), and the response is empty`;
  const header = headerList.get('content-type') ?? '';
  const type = mediaTypeOf(header);
  const schema = schemaFor(schemas, type);
  if (schema === undefined) return `has ${types} for it, not ${header || 'a body without a Content-Type'}`;
  // A stream can be read only once, by the server.
  if (body === null || isStream) return undefined;
  const text = (): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));
  let value: unknown = body;
  try {
    if (isJson(type)) value = JSON.parse(text());
    else if (type.startsWith('text/')) value = text();
  } catch {
    return 'has JSON for it, and the body is not JSON';
  }
  const result = await schema['~standard'].validate(value);
  const issues = result.issues ?? unknownKeys(value, result.value);
  const messages = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${pointerOf(issue.path) || 'the whole'}: ${cut(issue.message)}`);
  if (issues.length > MAX_ISSUES) messages.push(`and ${issues.length - MAX_ISSUES} more`);
  return messages.length === 0 ? undefined : `rejects its body: ${messages.join('; ')}`;
}

/**
 * The keys of a body that its schema dropped, as issues. An object to which the schema added a key isn't compared, because the
 * schema transformed it.
 */
function unknownKeys(
  body: unknown,
  validated: unknown,
  path: readonly PropertyKey[] = [],
): readonly StandardSchemaV1.Issue[] {
  if (!isObject(body) || !isObject(validated)) return [];
  if (Object.keys(validated).some((key) => !Object.hasOwn(body, key))) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    Object.hasOwn(validated, key)
      ? unknownKeys(value, validated[key], [...path, key])
      : [{ message: 'The schema has no such key', path: [...path, key] }],
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
