import { InvalidArgumentError } from '../error/coded-errors.ts';
import { nameOf } from '../error/describe.ts';
import { findNothingGiven } from '../error/nothing-given.ts';
import type { Route } from '../router/route.ts';
import { PathPrefix } from './path-prefix.ts';
import { LazyMiddleware, type LazyServices } from './resolve-middleware.ts';

/** A place in a pipeline: one middleware, or a nested pipeline, possibly under a path prefix. */
export interface Entry {
  readonly name: string;
  /** The route that it belongs to; undefined in the pipeline itself. */
  readonly route: Route | undefined;
  readonly prefix: PathPrefix | undefined;
  /** Variant A: runs in error mode only. */
  readonly error: boolean;
  readonly target: LazyMiddleware | readonly Entry[];
}

/** Where an entry stands. */
export interface EntryPlace {
  /** A path prefix as the user gave it. */
  readonly path?: unknown;
  readonly route?: Route | undefined;
  readonly error?: boolean;
}

export interface EntryOptions extends EntryPlace {
  readonly services: LazyServices;
  /** Whether a function that stands by itself is error middleware. */
  readonly isErrorMiddleware?: (value: unknown) => boolean;
  /** Puts the application's own middleware for a constant; undefined leaves the value out. */
  readonly translate: (value: unknown) => unknown;
}

/**
 * Makes an entry of what was given as middleware. An array becomes a nested pipeline.
 *
 * @returns undefined when the value is to be left out
 * @throws InvalidArgumentError when no middleware was given, in an array as well, or the path is no prefix
 */
export function toEntry(value: unknown, options: EntryOptions): Entry | undefined {
  const [missing] = findNothingGiven(value);
  if (missing !== undefined) {
    throw new InvalidArgumentError(
      `middleware${missing.place}`,
      'a function, a service name, a class, or an array of these',
      missing.found,
    );
  }
  const prefix = options.path === undefined ? undefined : PathPrefix.from(options.path);
  const translated = options.translate(value);
  if (translated === undefined) return undefined;
  const { path: _, ...inner } = options;
  return {
    name: nameOf(translated),
    route: options.route,
    prefix,
    error: options.error ?? options.isErrorMiddleware?.(translated) ?? false,
    target: Array.isArray(translated)
      ? translated.map((item) => toEntry(item, inner)).filter((entry) => entry !== undefined)
      : new LazyMiddleware(translated, options.services),
  };
}
