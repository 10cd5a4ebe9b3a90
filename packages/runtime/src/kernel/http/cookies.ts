import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { safely } from '../errors/describe.ts';
import { type HeaderList, isSameName, TOKEN, trimBlanks } from './header-list.ts';

/** The attributes of a cookie (RFC 6265). An attribute that is absent or undefined has its default. */
export interface CookieAttributes {
  /** The path below which the browser sends the cookie; `/` when absent. */
  readonly path?: string | undefined;
  /** The domain that the cookie is sent to, with its subdomains; only the current host when absent. */
  readonly domain?: string | undefined;
  /**
   * The lifetime in seconds; 0 or less deletes the cookie. When absent, the cookie lasts until `expires`, or until the
   * browser closes.
   */
  readonly maxAge?: number | undefined;
  /**
   * The time at which the cookie expires; `maxAge` takes precedence. When both are absent, the cookie lasts until the
   * browser closes.
   */
  readonly expires?: Date | undefined;
  /** Whether scripts cannot read the cookie; true when absent. */
  readonly httpOnly?: boolean | undefined;
  /** Whether the cookie is sent over HTTPS only; false when absent. */
  readonly secure?: boolean | undefined;
  /**
   * Whether other sites' requests carry the cookie; `lax` when absent. True means `strict`, false omits the attribute.
   * `none` requires `secure`.
   */
  readonly sameSite?: 'strict' | 'lax' | 'none' | boolean | undefined;
  /**
   * Whether each top-level site that embeds this one gets a separate cookie; false when absent. It requires `secure`.
   */
  readonly partitioned?: boolean | undefined;
  /**
   * The order in which Chromium evicts cookies when a site has too many; omitted when absent, which Chromium treats as
   * `medium`.
   */
  readonly priority?: 'low' | 'medium' | 'high' | undefined;
}

// In bytes: browsers ignore larger cookies (RFC 6265 6.1).
const MOST_BYTES = 4096;
const PATH = /^\/[\x20-\x3a\x3d-\x7e]{0,1023}$/;
const DOMAIN = /^\.?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
// Browsers ignore the case of prefixes (RFC 6265bis 4.1.3).
const PREFIX = /^__(?:host-http|host|http|secure)-/i;
const EPOCH = new Date(0);
const DEFAULTS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

type Check = readonly [expected: string, isValid: (value: unknown) => boolean];

const FLAG: Check = ['true or false', (value) => typeof value === 'boolean'];

const CHECKS: Readonly<Record<keyof CookieAttributes, Check>> = {
  path: ['a path such as "/" or "/shop"', (value) => typeof value === 'string' && PATH.test(value)],
  domain: [
    'a domain such as "example.org"',
    (value) => typeof value === 'string' && value.length < 256 && DOMAIN.test(value),
  ],
  maxAge: ['an integer, in seconds', Number.isSafeInteger],
  expires: ['a Date that is valid', isDate],
  httpOnly: FLAG,
  secure: FLAG,
  partitioned: FLAG,
  sameSite: oneOf('"strict", "lax", "none", true or false', ['strict', 'lax', 'none', true, false]),
  priority: oneOf('"low", "medium" or "high"', ['low', 'medium', 'high']),
};

/**
 * The cookies of a Cookie header by name, their values percent-decoded. A value that cannot be decoded stays as it is. The first
 * of several cookies with one name wins, because it has the longest path (RFC 6265 5.4). Cookies without a name are left out.
 */
export function parseCookies(header: string = ''): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name, value] = splitPair(pair);
    if (value === undefined || name === '' || cookies.has(name)) continue;
    cookies.set(name, value.includes('%') ? safely(() => decodeURIComponent(value), value) : value);
  }
  return cookies;
}

/**
 * The headers with a cookie, which replaces a cookie of the same name, path, domain and `partitioned`.
 *
 * @throws {@link InvalidArgumentError} when a browser would reject the cookie or read a different one
 */
export function withCookie(
  headers: HeaderList,
  name: string,
  value: string,
  attributes: CookieAttributes,
): HeaderList {
  const line = setCookie(name, value, { ...DEFAULTS, ...checkAttributes(name, attributes) });
  const identity = identityOf(line);
  return headers
    .filter((other, text) => !isSameName(other, 'set-cookie') || identityOf(text) !== identity)
    .withAdded('Set-Cookie', line);
}

/** The headers with a cookie that makes the browser delete another one. */
export function withoutCookie(headers: HeaderList, name: string, attributes: CookieAttributes): HeaderList {
  // Browsers ignore a prefixed cookie that is not secure.
  const secure = attributes.secure ?? PREFIX.test(name);
  return withCookie(headers, name, '', { ...attributes, secure, maxAge: 0, expires: EPOCH });
}

/** @returns the attributes that are not undefined */
function checkAttributes(name: string, attributes: CookieAttributes): CookieAttributes {
  const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
  for (const key of Object.keys(attributes)) {
    if (!Object.hasOwn(CHECKS, key))
      reject(`attribute of the cookie "${name}"`, `one of ${Object.keys(CHECKS).join(', ')}`, key);
  }
  for (const [key, value] of set) {
    const [expected, isValid] = CHECKS[key as keyof CookieAttributes];
    if (!isValid(value)) reject(`${key} of the cookie "${name}"`, expected, value);
  }
  return Object.fromEntries(set);
}

/** The value of a Set-Cookie header. */
function setCookie(name: string, value: string, attributes: CookieAttributes): string {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    reject('name of a cookie', 'an HTTP token such as "theme"', name);
  }
  if (typeof value !== 'string' || !value.isWellFormed()) {
    reject(`value of the cookie "${name}"`, 'a well-formed string', value);
  }
  const { path, domain, maxAge, expires, httpOnly, secure, partitioned, priority, sameSite } = attributes;
  const prefix = PREFIX.exec(name)?.[0].toLowerCase();
  const reason = prefix ?? (partitioned ? 'partitioned' : sameSite === 'none' && 'sameSite "none"');
  if (reason && !secure) reject(`secure of the cookie "${name}"`, `true, because of ${reason}`, secure);
  if (prefix?.endsWith('http-') && !httpOnly) {
    reject(`httpOnly of the cookie "${name}"`, `true, because of ${prefix}`, httpOnly);
  }
  if (prefix?.startsWith('__host-')) {
    if (path !== '/') reject(`path of the cookie "${name}"`, `"/", because of ${prefix}`, path);
    if (domain) reject(`domain of the cookie "${name}"`, `left out, because of ${prefix}`, domain);
  }
  const line = [
    `${name}=${encodeURIComponent(value)}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain && `Domain=${domain}`,
    `Path=${path}`,
    expires && `Expires=${expires.toUTCString()}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    partitioned && 'Partitioned',
    priority && `Priority=${capitalize(priority)}`,
    sameSite && `SameSite=${capitalize(sameSite === true ? 'strict' : sameSite)}`,
  ]
    .filter(Boolean)
    .join('; ');
  if (line.length > MOST_BYTES) {
    const expected = `at most ${MOST_BYTES} bytes with its name and attributes`;
    reject(`value of the cookie "${name}"`, expected, line.length, ' Store large values on the server.');
  }
  return line;
}

/** Name, path, domain and partition of a Set-Cookie header: browsers replace a cookie that has the same (RFC 6265 5.3). */
function identityOf(line: string): string {
  const [[name] = [], ...attributes] = line.split(';').map(splitPair);
  const values = new Map(attributes.map(([key, value]) => [key.toLowerCase(), value]));
  const domain = values.get('domain')?.toLowerCase().replace(/^\./, '');
  return JSON.stringify([name, values.get('path'), domain, values.has('partitioned')]);
}

/** Splits a pair at the first "="; the value is undefined when the pair has no "=". */
function splitPair(pair: string): readonly [name: string, value: string | undefined] {
  const equals = pair.indexOf('=');
  if (equals === -1) return [trimBlanks(pair), undefined];
  return [trimBlanks(pair.slice(0, equals)), trimBlanks(pair.slice(equals + 1))];
}

function oneOf(expected: string, values: readonly unknown[]): Check {
  return [expected, (value) => values.includes(value)];
}

// Browsers read years of four digits only.
function isDate(value: unknown): boolean {
  return value instanceof Date && value.getTime() < 253_402_300_800_000 && value.getUTCFullYear() > 1600;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function reject(argument: string, expected: string, received: unknown, hint?: string): never {
  throw new InvalidArgumentError(argument, expected, received, hint);
}
