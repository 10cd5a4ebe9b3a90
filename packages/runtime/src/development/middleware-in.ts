import { type AnyPipe, isApplication, nestedPipe } from '../application/any-pipe.ts';
import type { NamedMiddleware } from '../application/inspection.ts';
import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/nearest.ts';
import type { Callable } from '../pipeline/callable.ts';
import type { Entry } from '../pipeline/entry.ts';
import { contractOf } from '../pipeline/kept-contract.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Route } from '../router/route.ts';

/**
 * What stands as middleware in a pipe, in its routes and in the pipes within.
 *
 * @param makesServices whether services are made, since one may be a pipe
 */
export function middlewareIn(
  pipe: AnyPipe,
  makesServices = true,
  prefix = '',
  around: readonly AnyPipe[] = [],
): NamedMiddleware[] {
  const below = prefix === '' ? '' : ` of ${prefix}`;
  const inside = [...around, pipe];
  const read = (entry: Entry, place: string, outside: string, route?: Route): NamedMiddleware[] => {
    const { target, name } = entry;
    const under = outside + (entry.prefix?.text ?? '');
    if (!(target instanceof LazyMiddleware)) {
      return target.flatMap((item) => read(item, place, under, route));
    }
    const nested = nestedPipe(entry, pipe, makesServices);
    const own = { name, place, value: target.value, resolve: () => resolveOn(target, route) };
    return nested === undefined || inside.includes(nested)
      ? [own]
      : [own, ...middlewareIn(nested, makesServices, under, inside)];
  };
  return [
    ...pipe.entries.flatMap((entry) => read(entry, `the pipeline${below}`, prefix)),
    ...(isApplication(pipe) ? pipe.routes : []).flatMap((route) => {
      const entry = pipe.entryOf?.(route);
      const place = `the route "${route.name}" (${prefix}${route.path})`;
      return entry === undefined ? [] : read(entry, place, prefix, route);
    }),
  ];
}

/** @throws InvalidMiddlewareError where its contract takes parameters that the path of its route doesn't have */
function resolveOn(middleware: LazyMiddleware, route: Route | undefined): unknown {
  const resolved = middleware.resolve();
  if (route === undefined) return resolved;
  return resolved instanceof Promise
    ? resolved.then((callable) => checkParams(callable, route))
    : checkParams(resolved, route);
}

function checkParams(callable: Callable, { path, pattern }: Route): Callable {
  const names = pattern.placeholders.map(({ name }) => name);
  const [missing] = contractOf(callable)?.missingParams?.(names) ?? [];
  if (missing === undefined) return callable;
  const suggestion = didYouMean(missing, names);
  throw new InvalidMiddlewareError(
    `The contract takes the parameter "${missing}", which the path ${path} doesn't have${suggestion ? `; ${suggestion}` : '.'}`,
  );
}
