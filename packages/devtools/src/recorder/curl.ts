import type { RequestRecord } from './request-json.ts';

// Headers that curl sends itself, or that belong to one connection.
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/**
 * A request as a curl command for bash, zsh and other shells with `$'…'`. Masked values stay masked.
 *
 * @param origin the server's origin, such as `http://localhost:8080`
 */
export function curlOf({ method, url, request: { headers, text } }: RequestRecord, origin: string): string {
  const sent = headers.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const hasType = sent.some(([name]) => name.toLowerCase() === 'content-type');
  const usual = text === undefined ? 'GET' : 'POST';
  // With `-X HEAD`, curl would wait for the body that Content-Length announces.
  const words = method === 'HEAD' ? ['--head'] : method === usual ? [] : ['-X', quoted(method)];
  const parts = [
    ['curl', '--globoff', '--path-as-is', ...words, quoted(origin + url)].join(' '),
    ...sent.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without an empty Content-Type, curl would send the type of a form.
    ...(text !== undefined && !hasType ? [`-H ${quoted('Content-Type:')}`] : []),
    ...(text === undefined ? [] : [`--data-raw ${quoted(text)}`]),
  ];
  return parts.join(' \\\n  ');
}

/**
 * A string as one word of a shell. Control characters are escaped, because a terminal that pastes them would act on them:
 * Ctrl-C leaves the quotes, and the next line runs. `$'…'` contains no quote, so that a shell without this form, such as
 * dash, sees a quoted word as well. Bidirectional controls are escaped too: they show a command in another order.
 */
function quoted(text: string): string {
  const whole = text.replaceAll('\0', '');
  if (!/[\p{Cc}\p{Bidi_C}]/u.test(whole)) return `'${whole.replaceAll("'", `'\\''`)}'`;
  return `$'${whole.replace(/[\p{Cc}\p{Bidi_C}'!\\]/gu, escaped)}'`;
}

function escaped(character: string): string {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }[character];
  return short ?? Array.from(new TextEncoder().encode(character), octal).join('');
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}
