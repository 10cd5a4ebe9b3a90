/** What stands in place of a secret in what development records. */
export const MASK = '***';

/** A header as its name and its value. */
export type HeaderEntry = readonly [name: string, value: string];

/** Why lines are no headers, in one sentence; undefined when they are. */
export function validateHeaders(lines: string): string | undefined {
  const wrong = lines
    .split('\n')
    .find((line) => line !== '' && !/^[!#$%&'*+.^_`|~\w-]+:[^\0\r\n]*$/.test(line));
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not a header: write its name, ":" and its value, as in 'Accept: text/html'.`;
}

/** The headers of an answer in which each stands on a line; those of one name are one. */
export function headersIn(lines: string | undefined): HeaderEntry[] {
  const found = new Map<string, HeaderEntry>();
  for (const line of (lines ?? '').split('\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === '') continue;
    const key = name.toLowerCase();
    const before = found.get(key);
    found.set(key, before === undefined ? [spelled(name), value] : [before[0], `${before[1]}, ${value}`]);
  }
  return [...found.values()];
}

/** Headers with each on a line. */
export function headerLines(headers: readonly HeaderEntry[]): string {
  return headers.map(([name, value]) => `${spelled(name)}: ${value}`).join('\n');
}

/** `content-type` → `Content-Type`; a name that has capitals stays as it is. */
function spelled(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
