import { Call, type Code } from './code.ts';
import { ConfigShape, type Found, valuesIn } from './config-shape.ts';
import { NotUnderstoodError } from './not-understood.ts';

/** Where a route goes that is to stand in a group. */
export interface GroupPlace<Place> {
  /** The routes of the innermost group around it that is there, or those that stand in none. */
  readonly place: Place;
  /** What of the prefix is still to be made; empty when the group is there. */
  readonly missing: string;
  /** What the groups put before the name of the route. */
  readonly name: string;
}

/** A group that a file has. */
interface Known<Place> {
  readonly prefix: string;
  readonly enter: () => GroupPlace<Place>;
}

/** Follows the groups of a list as far as a prefix leads. */
export function follow<Place>(
  prefix: string,
  place: Place,
  groups: readonly Known<Place>[],
): GroupPlace<Place> {
  const [around] = groups
    .filter((group) => {
      const own = group.prefix.replace(/\/$/, '');
      return own !== '' && `${prefix}/`.startsWith(`${own}/`);
    })
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return around === undefined ? { place, missing: prefix, name: '' } : around.enter();
}

/**
 * Where a route of a group goes in a configuration file.
 *
 * @param prefix the whole prefix of the group, those of the groups around it included
 * @throws NotUnderstoodError when the group is written in a way in which nothing can be inserted safely
 */
export function groupIn(
  shape: ConfigShape,
  text: string,
  file: string,
  found: Found,
  prefix: string,
): GroupPlace<Found> {
  const groups = valuesIn(found).flatMap((node): Known<Found>[] => {
    const [first, options, routes] = shape.argumentsOf(node, 'group') ?? [];
    const own = first && shape.read(first, text);
    if (typeof own !== 'string' || options === undefined || routes === undefined) return [];
    const enter = (): GroupPlace<Found> => {
      const list = shape.listAt(routes);
      const name = nameIn(shape.read(options, text));
      if (list === undefined || name === undefined) {
        throw new NotUnderstoodError(file, `the group "${own}" is not written out in this file`);
      }
      const rest = prefix.slice(own.replace(/\/$/, '').length);
      const inner: Found = { kind: 'list', node: list };
      const within =
        rest === '' ? { place: inner, missing: '', name: '' } : groupIn(shape, text, file, inner, rest);
      return { ...within, name: name + within.name };
    };
    return [{ prefix: own, enter }];
  });
  return follow(prefix, found, groups);
}

/** What the groups of a prefix put before the name of a route in them, in a configuration file. */
export function nameInConfig(text: string, file: string, prefix: string): string {
  const shape = new ConfigShape(text, file);
  return groupIn(shape, text, file, shape.find(['routes']), prefix).name;
}

/** What the options of a group put before names; undefined when they do not say it themselves. */
function nameIn(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null || 'code' in options || 'call' in options)
    return undefined;
  const { name = '' } = options as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

/** A group of routes in a configuration file. */
export function groupCall(prefix: string, route: Code): Call {
  return new Call('group', prefix, {}, [route]);
}
