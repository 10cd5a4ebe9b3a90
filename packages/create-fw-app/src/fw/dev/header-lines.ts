/**
 * Header lines without those of some names.
 *
 * @param lines names and values in turn, as in `rawHeaders`
 * @param names in lower case
 */
export function linesWithout(lines: readonly string[], names: ReadonlySet<string>): string[] {
  return lines.filter((_, index) => !names.has(lines[index - (index % 2)]?.toLowerCase() ?? ''));
}
