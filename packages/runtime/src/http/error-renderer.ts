import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { isPlainClass } from '../errors/describe.ts';
import type { HttpResponse } from './http-response.ts';
import type { ServerRequest } from './server-request.ts';

/** Makes what a client sees of an error; `undefined` leaves it to whoever is asked next, in the end to the framework. */
export type RenderError = (
  error: unknown,
  request: ServerRequest,
) => HttpResponse | Response | undefined | Promise<HttpResponse | Response | undefined>;

/**
 * The one place for errors: a function, or an object with such a method `render` (rule E6).
 *
 * @example (error) => error instanceof HttpError ? new JsonResponse({ error: error.message }, error.status) : undefined
 */
export type ErrorRenderer = RenderError | { readonly render: RenderError };

/** What an `ErrorRenderer` must be, as a fault of the configuration says it. */
export const EXPECTED_RENDERER = 'a function or an object with a method "render"';

export function isErrorRenderer(value: unknown): value is ErrorRenderer {
  // A class is there to be made an object of.
  if (typeof value === 'function') return !isPlainClass(value);
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as { render?: unknown }).render === 'function';
}

/** @throws InvalidArgumentError when it is neither a function nor an object with `render`, as a promise of one */
export function toRenderError(renderer: ErrorRenderer): RenderError {
  if (!isErrorRenderer(renderer)) {
    throw new InvalidArgumentError('ErrorRenderer', EXPECTED_RENDERER, renderer);
  }
  return typeof renderer === 'function' ? renderer : (error, request) => renderer.render(error, request);
}
