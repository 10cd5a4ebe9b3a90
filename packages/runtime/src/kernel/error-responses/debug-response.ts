import { describe, safely } from '../errors/describe.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { extensionsOf, problemOf, renderError, type Report, writeJson, writeText } from './problem.ts';
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
  report?: Report,
): HttpResponse {
  const isShown = debug === 'everyone' || (request.source.isLocal && !isForStranger());
  if (!isShown) return renderError(error, request, status, report);
  const extensions = extensionsOf(error, status, report);
  const accept = request.header('accept');
  const format =
    problemFormat(accept, extensions === undefined ? 'text' : 'json') === 'json' ? 'json' : 'text';
  const problem = problemOf(error, request, status);
  // In most engines, a stack begins with the message.
  const stack = read(error, 'stack') ?? '';
  const detailed = { ...problem, detail: messageOf(error) || problem.detail };
  const body =
    format === 'json'
      ? writeJson(detailed, { ...extensions, ...(stack !== '' && { stack }) })
      : `${writeText(detailed, extensions)}${stack && `\n${stack}\n`}`;
  // The next request may succeed, so an error response must not be cached.
  return problemResponse(error, status, format, body, { 'Cache-Control': 'no-store' });
}

function messageOf(error: unknown): string {
  return read(error, 'message') ?? `A value that is not an Error was thrown: ${describe(error)}`;
}

/** A property of an error if it is a string, whatever was thrown. */
function read(error: unknown, name: 'message' | 'stack'): string | undefined {
  const value = safely(() => (error as Record<typeof name, unknown>)[name], undefined);
  return typeof value === 'string' ? value : undefined;
}
