// By its file: the package names it by "main" alone, which bundlers for no platform in particular do not read.
import { parseCookie, parseSetCookie, type SerializeOptions, stringifySetCookie } from 'cookie/dist/index.js';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { type HeaderList, isSameName, TOKEN } from './header-list.ts';

/** The attributes of a cookie (RFC 6265). One that is left out or undefined has its default. */
export interface CookieAttributes {
  /** `/` by default. */
  readonly path?: string | undefined;
  /** The host that sets it and all below; by default the host alone. */
  readonly domain?: string | undefined;
  /** In seconds; 0 or less deletes the cookie. By default, or until `expires`, it lives as long as the browser runs. */
  readonly maxAge?: number | undefined;
  readonly expires?: Date | undefined;
  /** Whether scripts cannot read it; true by default. */
  readonly httpOnly?: boolean | undefined;
  /** Whether it is sent over HTTPS only; false by default. */
  readonly secure?: boolean | undefined;
  /** `lax` by default; true is `strict`, false leaves it to the browser. */
  readonly sameSite?: 'strict' | 'lax' | 'none' | boolean | undefined;
  /** Whether each site in which this one is embedded has a cookie of its own; false by default. */
  readonly partitioned?: boolean | undefined;
  readonly priority?: 'low' | 'medium' | 'high' | undefined;
}

// In bytes: browsers drop what is larger (RFC 6265 6.1).
const MOST_BYTES = 4096;
const PATH = /^\/[\x20-\x3a\x3d-\x7e]{0,1023}$/;
const DOMAIN = /^\.?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
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
  sameSite: [
    '"strict", "lax", "none", true or false',
    (value) => ['strict', 'lax', 'none', true, false].includes(value as boolean),
  ],
  priority: ['"low", "medium" or "high"', (value) => ['low', 'medium', 'high'].includes(value as string)],
};

/**
 * The cookies of a Cookie header by name, their values percent-decoded; one that cannot be decoded stays as it is. Of several
 * of one name the first counts, which belongs to the longest path (RFC 6265 5.4). One without a name is left out.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  // Its type says that a `decode` of ours might give undefined.
  const cookies = new Map(Object.entries(parseCookie(header ?? '') as Record<string, string>));
  cookies.delete('');
  return cookies;
}

/**
 * The headers with a cookie, in place of one of the same name, path, domain and `partitioned`.
 *
 * @throws InvalidArgumentError when a browser would refuse the cookie or read another than is meant
 */
export function withCookie(
  headers: HeaderList,
  name: string,
  value: string,
  given: CookieAttributes,
): HeaderList {
  const line = setCookie(name, value, { ...DEFAULTS, ...checkAttributes(name, given) });
  const identity = identityOf(line);
  return headers
    .filter((other, text) => !isSameName(other, 'set-cookie') || identityOf(text) !== identity)
    .withAdded('Set-Cookie', line);
}

/** The headers with a cookie that deletes another. */
export function withoutCookie(headers: HeaderList, name: string, given: CookieAttributes): HeaderList {
  // Without it, browsers ignore what has such a name.
  const secure = given.secure ?? /^__(?:host|secure)-/i.test(name);
  return withCookie(headers, name, '', { ...given, secure, maxAge: 0, expires: EPOCH });
}

/** @returns the attributes that are set */
function checkAttributes(name: string, given: CookieAttributes): SerializeOptions {
  for (const [key, value] of Object.entries(given)) {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof CookieAttributes] : undefined;
    if (check === undefined)
      fault(`attribute of the cookie "${name}"`, `one of ${Object.keys(CHECKS).join(', ')}`, key);
    if (value !== undefined && !check[1](value)) fault(`${key} of the cookie "${name}"`, check[0], value);
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function setCookie(name: string, value: string, attributes: SerializeOptions): string {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    fault('name of a cookie', 'an HTTP token such as "theme"', name);
  }
  if (typeof value !== 'string' || !value.isWellFormed()) {
    fault(`value of the cookie "${name}"`, 'text that can be encoded', value);
  }
  const { path, domain, secure, sameSite, partitioned } = attributes;
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase();
  const needy = prefix ?? (partitioned ? 'partitioned' : sameSite === 'none' && 'sameSite "none"');
  if (needy && !secure) fault(`secure of the cookie "${name}"`, `true, because of ${needy}`, secure);
  if (prefix === '__host-') {
    if (path !== '/') fault(`path of the cookie "${name}"`, `"/", because of ${prefix}`, path);
    if (domain) fault(`domain of the cookie "${name}"`, `left out, because of ${prefix}`, domain);
  }
  const line = stringifySetCookie({ ...attributes, name, value });
  if (line.length > MOST_BYTES) {
    const bytes = `at most ${MOST_BYTES} bytes with its name and attributes`;
    fault(`value of the cookie "${name}"`, bytes, line.length, ' Keep what is large on the server.');
  }
  return line;
}

/** What tells one cookie of a browser from another (RFC 6265 5.3). */
function identityOf(line: string): string {
  const { name, path, domain, partitioned } = parseSetCookie(line);
  return JSON.stringify([name, path, domain?.toLowerCase().replace(/^\./, ''), partitioned]);
}

// Later than 9999 a date takes more digits than browsers read.
function isDate(value: unknown): boolean {
  return value instanceof Date && value.getTime() < 253_402_300_800_000 && value.getUTCFullYear() > 1600;
}

function fault(argument: string, expected: string, received: unknown, hint?: string): never {
  throw new InvalidArgumentError(argument, expected, received, hint);
}
