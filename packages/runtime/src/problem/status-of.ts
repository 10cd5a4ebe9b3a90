import { HttpError, isErrorStatus } from '../error/http-error.ts';

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

/** Whether an error is an HttpError; a revoked proxy, which cannot even be asked, is none. */
export function isHttpError(error: unknown): error is HttpError {
  try {
    return error instanceof HttpError;
  } catch {
    return false;
  }
}
