/** The mask that replaces secrets in recorded requests. */
export const MASK = '***';

/** A header as its name and its value. */
export type HeaderEntry = readonly [name: string, value: string];

/** The reason why lines are not headers, in one sentence; undefined when they are. */
export function validateHeaders(lines: string): string | undefined {
  const wrong = lines
    .split('\n')
    .find((line) => line !== '' && !/^[!#$%&'*+.^_`|~\w-]+:[^\0\r\n]*$/.test(line));
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not a header: write its name, ":" and its value, as in 'Accept: text/html'.`;
}

/** The headers of an answer with one header on each line; headers of the same name are joined. */
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

/** One header on each line. */
export function headerLines(headers: readonly HeaderEntry[]): string {
  return headers.map(([name, value]) => `${spelled(name)}: ${value}`).join('\n');
}

/** `content-type` → `Content-Type`; a name with capitals stays unchanged. */
function spelled(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
