import type { ContainerInterface } from '../container/container-interface.ts';
import type { Entry } from '../pipeline/entry.ts';
import { isServiceId, isThenable, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import { Pipe } from './pipe.ts';
import type { Routed, Variant } from './route-methods.ts';

/** A pipe that may be an application. */
export type AnyPipe = Pipe<Variant> & Partial<Routed<Variant>>;
export type AnyApplication = Pipe<Variant> & Routed<Variant>;

export function isApplication(pipe: AnyPipe): pipe is AnyApplication {
  return pipe.routes !== undefined;
}

/** The pipe that stands at an entry, by itself or, where the container may be asked, as a service. */
export function nestedPipe({ target }: Entry, pipe: AnyPipe, asksContainer = true): AnyPipe | undefined {
  if (!(target instanceof LazyMiddleware)) return undefined;
  const { value } = target;
  const found = asksContainer && !(value instanceof Pipe) ? serviceOf(target, pipe) : value;
  return found instanceof Pipe ? found : undefined;
}

/** The service that stands as middleware; undefined where it is none, or asynchronous, or cannot be made. */
export function serviceOf(
  { value }: LazyMiddleware,
  { container }: { readonly container: ContainerInterface | undefined },
): unknown {
  if (!isServiceId(value)) return undefined;
  try {
    const service: unknown = container?.has(value) === true ? container.get(value) : undefined;
    // One that fails does so when it is invoked (rule M3), and not in a promise that nobody waits for.
    if (isThenable(service)) service.then(undefined, () => {});
    return service;
  } catch {
    // A service that cannot be made fails when it is invoked (rule M3).
    return undefined;
  }
}

/** The path prefix of routing within its application; undefined when routing is not piped. */
export function routingPrefix(entries: readonly Entry[]): string | undefined {
  for (const { role, prefix, target } of entries) {
    const inner = role === 'routing' ? '' : Array.isArray(target) ? routingPrefix(target) : undefined;
    if (inner !== undefined) return (prefix?.text ?? '') + inner;
  }
  return undefined;
}
