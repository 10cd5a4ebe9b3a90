import type { ServerRequest } from './server-request.ts';

// In characters: a host has at most 253, and URL parsers take quadratic time for some longer hosts.
const MAX_ORIGIN = 512;
const ORIGIN = /^https?:\/\/[^\s/?#@\\]+$/i;

/**
 * Whether an `Origin` header names the origin of the request's own URL: the same scheme, host and port. Use it in
 * middleware of your own that must reject requests from pages of other sites.
 *
 * A request over plain HTTP may come from a proxy that terminates HTTPS, so it also matches the HTTPS origin of its
 * host. `trusted-proxy` sets the scheme that the browser used.
 *
 * @param request the received request
 * @param origin the value of the header; "null" and several values never match
 * @example if (!isSameOrigin(request, request.header('origin') ?? '')) throw new HttpError(403);
 * @source RFC 6454 4 to 7
 */
export function isSameOrigin({ url }: ServerRequest<object>, origin: string): boolean {
  if (origin.length > MAX_ORIGIN || !ORIGIN.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (url.protocol === 'https:' && protocol !== 'https:') return false;
  const own = new URL(url);
  // Removes the default port of the scheme.
  own.protocol = protocol;
  return own.host === host;
}
