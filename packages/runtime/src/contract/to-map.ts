/** Pairs as a map; a key that is repeated has the list of its values. A key such as `__proto__` is one like any other. */
export function toMap<T>(pairs: Iterable<readonly [string, T]>): Record<string, T | T[]> {
  const map = new Map<string, T | T[]>();
  for (const [key, value] of pairs) {
    const known = map.get(key);
    if (known === undefined) map.set(key, value);
    else if (Array.isArray(known)) known.push(value);
    else map.set(key, [known, value]);
  }
  return Object.fromEntries(map);
}
