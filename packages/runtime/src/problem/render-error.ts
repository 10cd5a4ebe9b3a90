import { statusPhrase } from '../error/status-phrase.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { problemFormat } from './accept.ts';
import { nothingAnswers } from './not-found.ts';
import { problemResponse } from './problem-response.ts';
import { isHttpError } from './status-of.ts';
import { type Problem, writeProblem } from './write-problem.ts';

/** An error as its client sees it: problem+json, HTML or text by `Accept` (SEMANTICS E1, E2). It never throws. */
export function renderError(error: unknown, request: ServerRequest, status: number): HttpResponse {
  const problem = problemOf(error, request, status);
  const { body, type } = writeProblem(problem, problemFormat(request.header('accept')));
  const headers = type.startsWith('text/html') ? { 'Content-Security-Policy': "default-src 'none'" } : {};
  return problemResponse(error, status, body, { 'Content-Type': type, ...headers });
}

/** What every client may know of an error. */
export function problemOf(error: unknown, request: ServerRequest, status: number): Problem {
  const title = statusPhrase(status);
  const message = status < 500 && isHttpError(error) ? messageOf(error) : '';
  const fallback = status === 404 ? nothingAnswers(request) : title;
  const detail = message === '' || message === title ? fallback : message;
  return { status, title, detail, instance: request.originalPath };
}

function messageOf(error: Error): string {
  try {
    return String(error.message);
  } catch {
    // Somebody's getter throws.
    return '';
  }
}
