import { UsageError } from './errors.ts';

/**
 * The error for a name that does not exist.
 *
 * @param otherwise the hint when no known name is similar
 */
export function unknown(
  kind: string,
  wanted: string,
  known: readonly string[],
  otherwise: string,
): UsageError {
  const near = nearest(wanted, known);
  return new UsageError(`Unknown ${kind}: ${near === undefined ? otherwise : `did you mean ${near}?`}`);
}

/** The known name that is a few typos away, at most one in three letters. */
export function nearest(wanted: string, known: readonly string[]): string | undefined {
  const [found] = known
    .map((name) => ({ name, distance: distance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter((item) => item.distance <= Math.floor((wanted.length + 1) / 3))
    .toSorted((one, other) => one.distance - other.distance);
  return found?.name;
}

/** The edit distance: changes, insertions, deletions and swaps of adjacent letters. */
function distance(one: string, other: string): number {
  let above: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const cost = letter === otherLetter ? 0 : 1;
      const isSwapped = letter === other[column - 1] && otherLetter === one[index - 1];
      const swapped = isSwapped ? (above[column - 1] ?? 0) + 1 : Infinity;
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + cost, swapped),
      );
    }
    [above, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
