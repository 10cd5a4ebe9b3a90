import { NotFoundError } from '../error/http-error.ts';
import type { ServerRequest } from '../message/server-request.ts';

/** The error for a request that nothing answered; it says method and path (SEMANTICS E2). */
export function notFound(request: ServerRequest): NotFoundError {
  return new NotFoundError(`Nothing answers ${request.method} ${request.originalPath}.`);
}
