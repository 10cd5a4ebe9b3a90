import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocalClient } from 'fw-runtime/internal';
import { accessToken } from './access-token.ts';
import { admit } from './developers.ts';
import { INSPECTOR_PATH } from '../inspector-page/inspector-path.ts';

const HEADER = 'x-fw-token';
const PARAMETER = 'token';
// Browsers send a cookie to every port of a host. So the cookie's name and value belong to one port, and its value isn't
// the token.
const COOKIE = 'fw-token-';
const ANY_COOKIE = /^\s*fw-token-\d+\s*=/;
/** The age is in seconds. */
const COOKIE_AGE = 30 * 24 * 3600;

/** Notifies `fw dev` of a developer's request before it is handled: `{ request, response }`. */
const admissions = channel('fw-runtime.admitted');

/**
 * Decides who sees the inside of an application with `debug`: error pages with source, records, the inspector, and the banner
 * of `fw dev`. A client needs a loopback address, a local `Host`, and the project's token. The address alone would let in web
 * pages by DNS rebinding; address and `Host` would let in every client behind a tunnel or a proxy on this machine, and other
 * users of the machine.
 *
 * A browser sends a cookie instead of the token. Other servers on this machine get the same cookie, and can send it with any
 * other header. So the cookie only opens pages without data, and the pages send the token in a header. They keep the token in
 * the storage of their origin, which other ports can't read.
 *
 * The token is removed from the request, so that no middleware sees it and no proxy forwards it.
 *
 * @returns whether the request has been handled: a token in the URL becomes a cookie, by a redirect
 */
export function enterGate(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { header, cookies } = takeTokens(incoming);
  if (!isLocalClient(incoming)) return false;
  const target = withoutToken(incoming);
  if (target !== undefined) {
    // The page stores the token, and continues to the target. Browsers don't send the part after "#" to any server.
    const parameters = new URLSearchParams({ token: accessToken(), to: target });
    outgoing.writeHead(303, {
      // A path that begins with "//host" would redirect to another host.
      Location: `${baseOf(incoming)}${INSPECTOR_PATH}/enter#${parameters.toString()}`.replace(/^[/\\]+/, '/'),
      'Set-Cookie': cookieFor(incoming),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    outgoing.end();
    return true;
  }
  const isDeveloper = header !== undefined && isSame(header, accessToken());
  if (isDeveloper || cookies.some((cookie) => isSame(cookie, cookieValue(incoming)))) {
    admit(incoming, isDeveloper ? 'token' : 'cookie');
    if (admissions.hasSubscribers) admissions.publish({ request: incoming, response: outgoing });
  }
  return false;
}

/**
 * The URL that gives a browser access to the inspector.
 *
 * @param origin the origin of the server, such as `http://localhost:8080`
 */
export function inspectorUrl(origin: string): string {
  return `${origin}/_fw?${PARAMETER}=${accessToken()}`;
}

/** The inspector's URL for a client on this machine, with the host name that the client used. */
export function inspectorUrlFor({ socket, headers }: IncomingMessage): string {
  const host = headers.host ?? (headers[':authority'] as string | undefined) ?? '';
  return inspectorUrl(`http${isEncrypted(socket) ? 's' : ''}://${host}`);
}

/** The header that gives a program access to the inspector. */
export function tokenHeader(): [name: string, value: string] {
  return ['X-Fw-Token', accessToken()];
}

/** The path before the path of the inspector: the prefix that Express or Connect removed before calling this app. */
export function baseOf({
  url = '',
  originalUrl,
}: Pick<IncomingMessage, 'url'> & { readonly originalUrl?: string }): string {
  return originalUrl?.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : '';
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

// Digests have the same length, as timingSafeEqual requires.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

interface Tokens {
  readonly header?: string;
  /** The values of the cookies for this port. */
  readonly cookies: readonly string[];
}

/** Removes the header and the cookies of all ports from a request. */
function takeTokens(incoming: IncomingMessage): Tokens {
  const { headers, rawHeaders } = incoming;
  const { cookie, [HEADER]: header } = headers;
  const isInCookie = cookie?.split(';').some((pair) => ANY_COOKIE.test(pair)) === true;
  if (header === undefined && !isInCookie) return { cookies: [] };
  // Node builds headersDistinct from rawHeaders on the first read, so it is read before rawHeaders changes.
  const { headersDistinct } = incoming as Partial<IncomingMessage>;
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const lowerName = name.toLowerCase();
    const left = lowerName === 'cookie' ? withoutCookies(value) : value;
    const isEmptied = left === '' && value !== '';
    if (lowerName !== HEADER && !isEmptied) kept.push(name, left);
  }
  rawHeaders.splice(0, rawHeaders.length, ...kept);
  for (const object of [headers, headersDistinct ?? {}]) {
    delete object[HEADER];
    if (isInCookie) delete object.cookie;
  }
  const rest = withoutCookies(cookie ?? '');
  if (isInCookie && rest !== '') {
    headers.cookie = rest;
    if (headersDistinct !== undefined) headersDistinct['cookie'] = [rest];
  }
  const own = `${COOKIE}${incoming.socket.localPort}`;
  const cookies = (isInCookie ? (cookie?.split(';') ?? []) : [])
    .map((pair) => pair.split('='))
    .filter(([name = '']) => name.trim() === own)
    .map(([, value = '']) => value.trim());
  return { cookies, ...(header !== undefined && { header: String(header) }) };
}

function withoutCookies(header: string): string {
  const pairs = header.split(';');
  const kept = pairs.filter((pair) => !ANY_COOKIE.test(pair));
  return kept.length === pairs.length ? header : kept.map((pair) => pair.trim()).join('; ');
}

/** The target of a request without the token in its URL; undefined without a token, or with a wrong one. */
function withoutToken(incoming: IncomingMessage & { readonly originalUrl?: string }): string | undefined {
  const { method, originalUrl, url = '' } = incoming;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = '', query] = (originalUrl ?? url).split(/\?(.*)/s);
  if (query === undefined || !path.startsWith('/')) return undefined;
  const parameters = query.split('&');
  if (
    !parameters.some(
      (parameter) => isGiven(parameter) && isSame(parameter.slice(PARAMETER.length + 1), accessToken()),
    )
  ) {
    return undefined;
  }
  const rest = parameters.filter((parameter) => !isGiven(parameter)).join('&');
  // A path that begins with "//host" would redirect to another host.
  return path.replace(/^[/\\]+/, '/') + (rest && `?${rest}`);
}

function isGiven(parameter: string): boolean {
  return parameter.startsWith(`${PARAMETER}=`);
}

function cookieFor(incoming: IncomingMessage): string {
  const { socket } = incoming;
  const pair = `${COOKIE}${socket.localPort}=${cookieValue(incoming)}`;
  const attributes = `Path=/; Max-Age=${COOKIE_AGE}; HttpOnly; SameSite=Lax`;
  return `${pair}; ${attributes}${isEncrypted(socket) ? '; Secure' : ''}`;
}

/** The token can't be computed from the value, and other ports have other values. */
function cookieValue({ socket }: IncomingMessage): string {
  return createHmac('sha256', accessToken()).update(`pages of port ${socket.localPort}`).digest('base64url');
}

function isEncrypted(socket: object): boolean {
  return (socket as { readonly encrypted?: boolean }).encrypted === true;
}
