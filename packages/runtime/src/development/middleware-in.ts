import { type AnyPipe, isApplication, nestedPipe } from '../application/any-pipe.ts';
import type { NamedMiddleware } from '../application/inspection.ts';
import type { Entry } from '../pipeline/entry.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';

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
  const read = (entry: Entry, place: string, outside: string): NamedMiddleware[] => {
    const { target, name } = entry;
    const under = outside + (entry.prefix?.text ?? '');
    if (!(target instanceof LazyMiddleware)) return target.flatMap((item) => read(item, place, under));
    const nested = nestedPipe(entry, pipe, makesServices);
    const own = { name, place, value: target.value, resolve: () => target.resolve() };
    return nested === undefined || inside.includes(nested)
      ? [own]
      : [own, ...middlewareIn(nested, makesServices, under, inside)];
  };
  return [
    ...pipe.entries.flatMap((entry) => read(entry, `the pipeline${below}`, prefix)),
    ...(isApplication(pipe) ? pipe.routes : []).flatMap((route) => {
      const entry = pipe.entryOf?.(route);
      const place = `the route "${route.name}" (${prefix}${route.path})`;
      return entry === undefined ? [] : read(entry, place, prefix);
    }),
  ];
}
