import type { Span } from '@opentelemetry/api';
import { maskText } from 'fw-runtime';

/** Records an error on a span, with the secrets in its message and stack masked. */
export function recordError(span: Span, error: unknown): void {
  const { message, stack } = (error instanceof Error ? error : {}) as Partial<Error>;
  span.recordException({
    name: errorType(error),
    message: maskText(message ?? textOf(error)),
    ...(typeof stack === 'string' && { stack: maskText(stack) }),
  });
}

/** A thrown value, which may be an object that can't be converted to a string. */
function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'a value that cannot be printed';
  }
}

/** The name of an error for the attribute `error.type`. */
export function errorType(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return typeof name === 'string' && name !== '' ? name : 'Error';
}

/** Whether an error causes a response with a status of 500 or more. */
export function isServerError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true;
  const { status } = error as { readonly status?: unknown };
  return !(typeof status === 'number' && status < 500);
}
