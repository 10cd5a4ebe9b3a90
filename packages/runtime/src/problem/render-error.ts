import { statusPhrase } from '../error/status-phrase.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { problemFormat } from './accept.ts';
import { nothingAnswers } from './not-found.ts';
import { problemResponse } from './problem-response.ts';
import { isForClient } from './status-of.ts';
import { type Problem, writeProblem } from './write-problem.ts';

/** An error as its client sees it: problem+json, HTML or text by `Accept` (SEMANTICS E1, E2). It never throws. */
export function renderError(error: unknown, request: ServerRequest, status: number): HttpResponse {
  const problem = problemOf(error, request, status);
  const format = problemFormat(request.header('accept'));
  return problemResponse(error, status, format, writeProblem(problem, format));
}

/** A 404 without an error, which would be the dearest part of the answer. */
export function renderNotFound(request: ServerRequest): HttpResponse {
  return renderError(undefined, request, 404);
}

/** What every client may know of an error. */
export function problemOf(error: unknown, request: ServerRequest, status: number): Problem {
  const title = statusPhrase(status);
  const isTold = error === undefined || isForClient(error);
  const message = status < 500 && isTold ? messageOf(error) : '';
  // The 404 of anything else does not mean that nothing has answered (SEMANTICS E4).
  const fallback = status === 404 && isTold ? nothingAnswers(request) : title;
  const detail = message === '' || message === title ? fallback : message;
  return { status, title, detail, instance: request.originalPath };
}

function messageOf(error: object | undefined): string {
  try {
    return String((error as { message?: unknown } | undefined)?.message ?? '');
  } catch {
    // Somebody's getter throws.
    return '';
  }
}
