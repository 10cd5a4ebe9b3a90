import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/nearest.ts';
import { contractOf } from '../pipeline/kept-contract.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Callable } from '../pipeline/kept-contract.ts';
import type { Route } from '../router/route.ts';
import { middlewareOf, type PipelineNode, type PlacedEntry } from './middleware-of.ts';
import type { NamedMiddleware } from './request-handler.ts';

/** Every middleware of a pipeline, of its routes and of the pipelines inside, with its place. */
export function namedMiddleware(root: PipelineNode, services?: boolean): NamedMiddleware[] {
  return [...middlewareOf(root, { routes: true, services: services ?? true })].flatMap((placed) => {
    const { entry, route } = placed;
    const { target, name } = entry;
    if (!(target instanceof LazyMiddleware)) return [];
    return { name, place: placeOf(placed), value: target.value, resolve: () => resolve(target, route) };
  });
}

function placeOf({ route, outside, ownerPrefix }: PlacedEntry): string {
  if (route !== undefined) return `the route "${route.name}" (${outside}${route.path})`;
  return `the pipeline${ownerPrefix === '' ? '' : ` of ${ownerPrefix}`}`;
}

/** @throws InvalidMiddlewareError when its contract requires parameters that the path of its route doesn't have */
function resolve(middleware: LazyMiddleware, route: Route | undefined): unknown {
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
