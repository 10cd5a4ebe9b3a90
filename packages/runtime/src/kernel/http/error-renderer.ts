import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { isPlainClass } from '../errors/describe.ts';
import type { HttpResponse } from './http-response.ts';
import type { ServerRequest } from './server-request.ts';

/**
 * Creates the response to an error. When it returns undefined, the next renderer is called, and in the end the
 * framework's own.
 */
export type RenderError = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | undefined | Promise<HttpResponse | Response | undefined>;

/**
 * Renders all errors of an application: a function, or an object whose method `render` is such a function (rule E6).
 *
 * @example (error) => error instanceof HttpError ? new JsonResponse({ error: error.message }, error.status) : undefined
 */
export type ErrorRenderer = RenderError | { readonly render: RenderError };

/** The expected type of an `ErrorRenderer`, for error messages. */
export const EXPECTED_RENDERER = 'a function or an object with a method "render"';

export function isErrorRenderer(value: unknown): value is ErrorRenderer {
  // A class without an instance has no method to call.
  if (typeof value === 'function') return !isPlainClass(value);
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as { render?: unknown }).render === 'function';
}

/**
 * @throws {@link InvalidArgumentError} when it is neither a function nor an object with `render`, for example a promise
 *   of one
 */
export function toRenderError(renderer: ErrorRenderer): RenderError {
  if (!isErrorRenderer(renderer)) {
    throw new InvalidArgumentError('ErrorRenderer', EXPECTED_RENDERER, renderer);
  }
  return typeof renderer === 'function' ? renderer : (error, request) => renderer.render(error, request);
}
