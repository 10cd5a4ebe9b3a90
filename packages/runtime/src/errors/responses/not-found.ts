import { NotFoundError } from '../http-error.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { nothingAnswers } from './problem.ts';

/** The error for a request that nothing answered; it says method and path (rule E2). */
export function notFound(request: ServerRequest): NotFoundError {
  // Its stack would show the framework only, and costs ten times as much as the rest of the answer.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const error = new NotFoundError(nothingAnswers(request));
  Error.stackTraceLimit = limit;
  return error;
}
