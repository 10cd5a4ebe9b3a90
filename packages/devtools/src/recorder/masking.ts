import {
  decoded,
  describe,
  escapeHtml,
  isSecretName,
  isSecretParameter,
  MASK,
  maskText,
  safely,
} from 'fw-runtime/internal';
import type { HeaderEntry } from './request-json.ts';

// The minimum is in characters. A shorter secret would also match parts of unrelated words.
const SHORTEST_SOUGHT = 6;
const LONGEST_VALUE = 2000;
const MOST_HEADERS = 100;
const MOST_SOUGHT = 100;
const COOKIE = /^(?:cookie|set-cookie)$/i;

/**
 * Masks the secrets in the parts of a request: values whose names suggest a secret, strings that look like a secret, and every
 * other occurrence of the request's own secrets, such as in an error message.
 */
export class Masking {
  readonly #values = new Set<string>();
  #forms: readonly string[] | undefined;

  /** Masks every occurrence of a value. */
  hide(value: unknown): void {
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.hide(inner);
    else if (typeof value === 'string' || typeof value === 'number') this.#hideText(String(value));
  }

  /** Masks the values of headers whose names suggest a secret, and the value of each cookie. */
  hideHeaders(headers: Iterable<HeaderEntry>): void {
    for (const [name, value] of headers) {
      if (COOKIE.test(name)) for (const [, one] of cookiesOf(name, value)) this.hide(one);
      else if (isSecretParameter(name)) {
        this.hide(value);
        const [, credentials] = /^[\w-]+\s+(.+)$/s.exec(value) ?? [];
        this.hide(credentials);
        for (const part of decodedBasic(credentials)) this.hide(part);
      }
    }
  }

  headers(headers: Iterable<HeaderEntry>): HeaderEntry[] {
    return [...headers].slice(0, MOST_HEADERS).map(([name, value]) => [name, this.header(name, value)]);
  }

  header(name: string, value: string): string {
    if (COOKIE.test(name)) return cut(maskedCookies(name, value));
    return isSecretParameter(name) ? MASK : this.named(name, value);
  }

  /** Masks a named string. */
  named(name: string, value: string): string {
    // The part far beyond the cut doesn't need to be masked.
    return isSecretName(name) ? MASK : cut(this.text(value.slice(0, 5 * LONGEST_VALUE)));
  }

  /** Masks a named value of any type, in a short form. */
  described(name: string, value: unknown): string {
    if (isSecretName(name)) return MASK;
    if (typeof value === 'string') return describe(this.text(value));
    return safely(() => cut(this.text(describe(value))), 'an object that cannot be read');
  }

  /** Masks the path and the query. */
  url(path: string, query: string): string {
    const url = query === '' ? path : `${path}?${maskedQuery(query)}`;
    return cut(this.text(url), 4 * LONGEST_VALUE);
  }

  text(text: string): string {
    this.#forms ??= [...this.#values].flatMap(formsOf).toSorted((one, other) => other.length - one.length);
    let masked = text;
    for (const form of this.#forms) if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
    return maskText(masked);
  }

  #hideText(value: string): void {
    if (value.length < SHORTEST_SOUGHT || this.#values.size >= MOST_SOUGHT) return;
    this.#values.add(value);
    this.#forms = undefined;
  }
}

/** The values of the parameters in a query or a form whose names suggest a secret. */
export function secretParameters(text: string): string[] {
  return [...new URLSearchParams(text)].filter(([name]) => isSecretParameter(name)).map(([, value]) => value);
}

/** A query or a form with its secrets masked. The rest is unchanged. */
export function maskedQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] as string;
      return pair.includes('=') && isSecretParameter(decoded(name)) ? `${name}=${MASK}` : pair;
    })
    .join('&');
}

export function cut(text: string, longest: number = LONGEST_VALUE): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function cookiesOf(name: string, value: string): [name: string, value: string][] {
  const pairs = name.toLowerCase() === 'cookie' ? value.split(';') : value.split(';', 1);
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  });
}

/** The names of the cookies, and the attributes of a Set-Cookie header. */
function maskedCookies(name: string, value: string): string {
  const cookies = cookiesOf(name, value).map(([cookie]) => (cookie === '' ? MASK : `${cookie}=${MASK}`));
  if (name.toLowerCase() === 'cookie') return cookies.join('; ');
  return [...cookies, ...value.split(';').slice(1)].join(';');
}

function decodedBasic(credentials: string | undefined): string[] {
  if (credentials === undefined) return [];
  const decoded = safely(() => atob(credentials), '');
  return decoded.includes(':') ? [decoded, decoded.slice(decoded.indexOf(':') + 1)] : [];
}

/** The forms in which a value may appear: unchanged, decoded, or encoded for a URL, JSON or HTML. */
function formsOf(value: string): string[] {
  const forms = [
    value,
    safely(() => encodeURIComponent(value), value),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    escapeHtml(value),
    safely(() => decodeURIComponent(value), value),
  ];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SOUGHT);
}
