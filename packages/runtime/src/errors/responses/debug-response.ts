import { describe, safely } from '../describe.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { extensionsOf, problemOf, renderError, writeJson, writeText } from './problem.ts';
import { problemFormat, problemResponse } from './problem-response.ts';
import { isForStranger } from './strangers.ts';

/**
 * Renders an error with its message and stack, as plain text, or as JSON for clients that prefer JSON (rule E1). Used with
 * `debug` when the development tools are not attached.
 */
export function renderWithStack(
  error: unknown,
  request: ServerRequest,
  status: number,
  debug: boolean | 'everyone',
): HttpResponse {
  const isShown = debug === 'everyone' || (request.source.isLocal && !isForStranger());
  if (!isShown) return renderError(error, request, status);
  const extensions = extensionsOf(error, status);
  const accept = request.header('accept');
  const format =
    problemFormat(accept, extensions === undefined ? 'text' : 'json') === 'json' ? 'json' : 'text';
  const problem = problemOf(error, request, status);
  const stack = stackOf(error);
  const detailed = { ...problem, detail: messageOf(error) || problem.detail };
  const body =
    format === 'json'
      ? writeJson(detailed, { ...extensions, ...(stack !== '' && { stack }) })
      : `${writeText(detailed, extensions)}${stack && `\n${stack}\n`}`;
  // The next request may succeed, so an error response must not be cached.
  return problemResponse(error, status, format, body, { 'Cache-Control': 'no-store' });
}

function messageOf(error: unknown): string {
  const message = isObject(error) ? read(error, 'message') : undefined;
  if (typeof message === 'string') return message;
  return `A value that is not an Error was thrown: ${describe(error)}`;
}

const MOST_CAUSES = 10;

/** The stacks of an error and of its causes. In most engines, a stack begins with the message. */
function stackOf(error: unknown): string {
  const stacks: unknown[] = [];
  for (let cause = error; isObject(cause) && stacks.length < MOST_CAUSES; cause = read(cause, 'cause')) {
    stacks.push(read(cause, 'stack'));
  }
  return stacks.filter((stack) => typeof stack === 'string' && stack !== '').join('\n\nCaused by: ');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The value of a property; undefined when reading the property throws. */
function read(object: object, name: string): unknown {
  return safely(() => Reflect.get(object, name) as unknown, undefined);
}
