/** A typed key of a request attribute, created by `attribute()`. Keys are compared by identity, not by name. */
export class Attribute<T> {
  /** The name, for error messages. */
  readonly name: string;
  /** The type of the value, for the compiler only; the property is never set. */
  declare readonly '~type': T;

  /** Creates a key. Use `attribute()`. */
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Creates a typed key for `request.with`, `request.get` and `request.require`. Two calls with one name create two
 * different keys, so export one.
 *
 * @param name shown in error messages
 * @example export const User = attribute<UserRow>('user');
 */
export function attribute<T>(name: string): Attribute<T> {
  return new Attribute<T>(name);
}

/** A key that has the type of its value: a key from `attribute()`, or the class of the value. */
export type AttributeKey<T> = Attribute<T> | (abstract new (...args: never[]) => T);

/** Any key of an attribute: a typed key, a string or a symbol. */
export type AttributeName = string | symbol | AttributeKey<unknown>;

/** A linked list, the newest attribute first. Copies of a request share the items that they have in common. */
export interface Attributes {
  readonly name: AttributeName;
  readonly value: unknown;
  /** The parameters of a matched route. Each parameter is an attribute too (rule R15). */
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly rest: Attributes | undefined;
}

/** The value of an attribute that was removed. */
export const REMOVED: unique symbol = Symbol('removed');

/** The attributes of a new request; each parameter is an attribute too. */
export function firstAttributes(
  params: object = {},
  attributes: Iterable<readonly [AttributeName, unknown]> = [],
): Attributes | undefined {
  let rest: Attributes | undefined;
  for (const [name, value] of [...Object.entries(params), ...attributes]) {
    rest = { name, value, params: undefined, rest };
  }
  return rest;
}

/**
 * Removes the routes that were matched since `outer`, and keeps all other attributes, so that a parent sees its own route
 * again when a child application calls its delegate (rule P6).
 */
export function withoutRoutesSince(
  attributes: Attributes | undefined,
  outer: Attributes | undefined,
): Attributes | undefined {
  if (attributes === outer || attributes === undefined) return attributes;
  const rest = withoutRoutesSince(attributes.rest, outer);
  if (attributes.params !== undefined) return rest;
  return rest === attributes.rest ? attributes : { ...attributes, rest };
}
