import { HTTP_ERROR, type HttpError, isErrorStatus } from '../http-error.ts';
import { safely } from '../describe.ts';

/** The status that an error names itself: an integer from 400 to 599 as `status` or `statusCode`. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const named = error as { status?: unknown; statusCode?: unknown };
  return safely(() => [named.status, named.statusCode].find(isErrorStatus), undefined);
}

/** Whether an error is an HttpError, also of another installed copy of the package; a revoked proxy, which cannot even be read, is none. */
export function isHttpError(error: unknown): error is HttpError {
  if (typeof error !== 'object' || error === null) return false;
  return safely(() => HTTP_ERROR in error, false);
}

/** Whether an error was made for the client: an HttpError, or one with `expose: true`, as http-errors makes them. */
export function isForClient(error: unknown): error is object {
  if (isHttpError(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  return safely(() => (error as { expose?: unknown }).expose === true, false);
}

/**
 * Whether an error is logged that was answered with a status: every 5xx, and below 500 one that brought its own status
 * and was not made for the client, because it may come from an upstream (rules E3, E4).
 */
export function isLogged(error: unknown, status: number): boolean {
  return status >= 500 || (statusOf(error) !== undefined && !isForClient(error));
}
