import { Call, type Code } from './code.ts';
import { ConfigShape, type Found, valuesIn } from './config-shape.ts';
import { NotUnderstoodError } from './syntax.ts';

/** The place of a route in the groups of a file. */
export interface GroupPlace<Place> {
  /** The innermost existing group for the route, or the routes outside of groups. */
  readonly place: Place;
  /** The part of the prefix for which a group is missing; empty when the group exists. */
  readonly missing: string;
  /** The prefix that the groups add to the route's name. */
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
 * Finds the place of a route in a group of a configuration file.
 *
 * @param prefix the whole prefix of the group, including outer groups
 * @throws NotUnderstoodError when the group can't be edited safely
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
        throw new NotUnderstoodError(file, `the group "${own}" is not a literal in this file`);
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

/** The prefix of route names in the groups of a path prefix, in a configuration file. */
export function nameInConfig(text: string, file: string, prefix: string): string {
  const shape = new ConfigShape(text, file);
  return groupIn(shape, text, file, shape.find(['routes']), prefix).name;
}

/** The name prefix in a group's options; undefined when it isn't literal. */
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
