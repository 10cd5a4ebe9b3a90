import { HttpError, isErrorStatus } from '../error/http-error.ts';
import { statusPhrase } from '../error/status-phrase.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { problemFormat } from './accept.ts';
import { type Problem, writeProblem } from './write-problem.ts';

/** The status that an error names itself: an integer from 400 to 599 as `status` or `statusCode`. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
    return [status, statusCode].find(isErrorStatus);
  } catch {
    // Somebody's getter throws.
    return undefined;
  }
}

/**
 * An error as its client sees it: problem+json, HTML or text by `Accept` (SEMANTICS E1, E2).
 *
 * @param debug whether message and stack are shown, whatever the status
 */
export function renderError(
  error: unknown,
  request: ServerRequest,
  status: number,
  debug: boolean,
): HttpResponse {
  const title = statusPhrase(status);
  const isForClient = error instanceof HttpError && status < 500;
  const problem: Problem = {
    status,
    title,
    detail: isForClient || debug ? messageOf(error) : title,
    instance: request.originalPath,
    stack: debug && !isForClient && error instanceof Error ? error.stack : undefined,
  };
  const { body, type } = writeProblem(problem, problemFormat(request.header('accept')));
  const response = new HttpResponse(body, status, {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
  });
  const headers = error instanceof HttpError ? error.headers : {};
  return Object.entries(headers).reduce((answer, [name, value]) => answer.withHeader(name, value), response);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `A value that is no Error was thrown: ${String(error)}`;
}
