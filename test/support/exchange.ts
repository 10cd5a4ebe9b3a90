import { expect } from 'vitest';
import type { Exchange } from './pages.ts';

/** The cookies that a client keeps between exchanges, by name. */
export type CookieJar = Map<string, string>;

/**
 * Sends a request as a page shows it, and expects its response: the status, the headers that are shown, and the body if there is one.
 * A line `…` in the body is any number of lines; then the indentation isn't compared.
 *
 * @param where names the exchange in failures
 */
export async function expectExchange(
  url: string,
  { request, answer: expectedResponse }: Exchange,
  where: string,
  cookies: CookieJar = new Map(),
): Promise<void> {
  const [requestLines = '', sent = null] = splitOnce(request, '\n\n');
  const [line = '', ...lines] = requestLines.split('\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = headersOf(lines);
  if (cookies.size > 0 && !headers.some(([name]) => name.toLowerCase() === 'cookie')) {
    headers.push(['Cookie', Array.from(cookies, (cookie) => cookie.join('=')).join('; ')]);
  }
  const response = await fetch(url + path, { method, headers, body: sent, redirect: 'manual' });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = splitOnce(cookie.split(';', 1).join(), '=');
    cookies.set(name, value);
  }

  // The body may have empty lines too.
  const [head = '', body] = splitOnce(expectedResponse, '\n\n');
  const [status, ...expected] = head.split('\n');
  const received = headersOf(expected).map(([key]) => [key, response.headers.get(key)]);
  const shows = `${where} shows another response to ${line}`;
  expect([String(response.status), received], shows).toEqual([status, headersOf(expected)]);
  // Streams of events have no end.
  if (body === undefined) await response.body?.cancel();
  else if (/^…$/m.test(body))
    expect(withoutIndentation(await response.text()), shows).toMatch(patternOf(body));
  else expect(await response.text(), shows).toBe(body);
}

function withoutIndentation(body: string): string {
  return body.replaceAll(/^ +/gm, '');
}

function patternOf(body: string): RegExp {
  const parts = withoutIndentation(body)
    .split(/^…(?:\n|$)/m)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(?:.*\\n)*?')}(?:.*)$`);
}

function headersOf(lines: readonly string[]): [string, string][] {
  return lines.map((line) => line.split(': ') as [string, string]);
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
