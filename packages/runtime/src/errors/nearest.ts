const MOST_SUGGESTED = 3;
const LONGEST_NAME = 100;

/**
 * The end of an error message about an unknown name: the known names that are nearly the same.
 *
 * @example whatElse('Pnig', ['Ping', 'Db']) // ' among 2; did you mean "Ping"?'
 */
export function whatElse(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return ', nor any other.';
  const suggestion = didYouMean(wanted, known);
  return ` among ${known.length}${suggestion === '' ? ', nor one with a similar name.' : `; ${suggestion}`}`;
}

/** `did you mean "Ping"?`, or nothing when no known name is near. */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const names = nearest(wanted, known).map((name) => JSON.stringify(name));
  const last = names.pop();
  if (last === undefined) return '';
  return `did you mean ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}?`;
}

/**
 * The known names that are a few typing mistakes away, the nearest first; ignores case.
 *
 * @param limit the number of typing mistakes; one in three letters when absent
 */
export function nearest(
  wanted: string,
  known: readonly string[],
  limit: number = Math.max(1, Math.floor(wanted.length / 3)),
): string[] {
  if (wanted.length > LONGEST_NAME) return [];
  return [...new Set(known)]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => name);
}

/** How many letters to add, drop, replace or swap with their neighbor to turn one string into the other. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (same ? 0 : 1),
        swapped ? (before[column - 2] as number) + 1 : Infinity,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] as number;
}
