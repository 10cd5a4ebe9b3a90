import { NotFoundError } from '../error/http-error.ts';
import type { ServerRequest } from '../message/server-request.ts';

/** The error for a request that nothing answered; it says method and path (SEMANTICS E2). */
export function notFound(request: ServerRequest): NotFoundError {
  // Its stack would show the framework only, and costs ten times as much as the rest of the answer.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new NotFoundError(nothingAnswers(request));
  Error.stackTraceLimit = limit;
  return error;
}

/** To HEAD it says what it says to GET, whose length it must have (SEMANTICS R8). */
export function nothingAnswers({ method, originalPath }: ServerRequest): string {
  return `Nothing answers ${method === 'HEAD' ? 'GET' : method} ${originalPath}.`;
}
