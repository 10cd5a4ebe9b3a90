/** What an attribute is kept under: a name, a symbol, or the class of its value. */
export type AttributeName = string | symbol | (abstract new (...args: never[]) => unknown);

/** The newest attribute and those before it. Copies of a request share all but what they add. */
export interface Attributes {
  readonly name: AttributeName;
  readonly value: unknown;
  /** Of a matched route: each parameter is an attribute too (SEMANTICS R15). */
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly rest: Attributes | undefined;
}

// Both are known to every installed copy of the package: requests are handed from one to the other.
const REMOVED = Symbol.for('fw-runtime.removed-attribute');
/** A class of the framework says here which attribute it names, so that the same class of another copy names it too. */
export const ATTRIBUTE: unique symbol = Symbol.for('fw-runtime.attribute');

export function addAttribute(
  rest: Attributes | undefined,
  name: AttributeName,
  value: unknown,
  params?: Readonly<Record<string, string>>,
): Attributes {
  return { name, value, params, rest };
}

export function removeAttribute(rest: Attributes | undefined, name: AttributeName): Attributes {
  return { name, value: REMOVED, params: undefined, rest };
}

/** The newest value of an attribute, undefined when it was never set or removed since. */
export function findAttribute(attributes: Attributes | undefined, name: AttributeName): unknown {
  for (let item = attributes; item !== undefined; item = item.rest) {
    if (item.name === name || (typeof name === 'function' && isSameClass(item.name, name))) {
      return item.value === REMOVED ? undefined : item.value;
    }
    if (item.params !== undefined && typeof name === 'string' && Object.hasOwn(item.params, name)) {
      return item.params[name];
    }
  }
  return undefined;
}

function isSameClass(one: AttributeName, other: AttributeName): boolean {
  const attribute = attributeOf(one);
  return attribute !== undefined && attribute === attributeOf(other);
}

// A subclass inherits the property and is an attribute of its own.
function attributeOf(name: AttributeName & { readonly [ATTRIBUTE]?: symbol }): symbol | undefined {
  return typeof name === 'function' && Object.hasOwn(name, ATTRIBUTE) ? name[ATTRIBUTE] : undefined;
}

/**
 * Takes the matched routes out of `attributes` that were not in `outer` yet, and keeps all other attributes: so a
 * parent sees its own route again when a child passes on (SEMANTICS P6).
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
