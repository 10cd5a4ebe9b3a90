import type { RequestRecord } from './request-record.ts';

// What curl says by itself, or what belongs to one connection.
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/**
 * A request as a command of curl for a POSIX shell. What was masked stays so.
 *
 * @param origin such as `http://localhost:8080`
 */
export function curlOf({ method, url, request: { headers, text } }: RequestRecord, origin: string): string {
  const sent = headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type');
  const usual = text === undefined ? 'GET' : 'POST';
  // curl waits for the body that HEAD announces, unless it is told of it.
  const words = method === 'HEAD' ? ['--head'] : method === usual ? [] : ['-X', quoted(method)];
  const parts = [
    ['curl', '--globoff', '--path-as-is', ...words, quoted(origin + url)].join(' '),
    ...sent.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Else curl would call it a form.
    ...(text !== undefined && !hasType ? [`-H ${quoted('Content-Type:')}`] : []),
    ...(text === undefined ? [] : [`--data-raw ${quoted(text)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** One word of a shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
