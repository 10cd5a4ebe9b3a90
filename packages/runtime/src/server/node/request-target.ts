import type { IncomingMessage } from 'node:http';
import { HOST, NO_HOST } from '../../kernel/http/request-changes.ts';

/**
 * The path and query of a request target. Besides "/path?query", a target may be absolute, or "*" for OPTIONS (RFC 9112 3.2).
 *
 * @returns undefined when the target is malformed
 */
export function originForm(target: string): string | undefined {
  // A target has no fragment, but Node accepts one; `fetch` cuts it off too.
  const [withoutFragment] = target.split('#', 1) as [string];
  if (withoutFragment.startsWith('/')) return withoutFragment;
  if (withoutFragment === '*') return '/*';
  const absolute = /^https?:\/\/([^/?]+)(.*)/i.exec(withoutFragment);
  if (absolute === null || !HOST.test(absolute[1] as string)) return undefined;
  return withSlash(absolute[2] as string);
}

/** Percent-encodes bytes beyond ASCII, which Node decodes as Latin-1. */
export function escapeBytes(target: string): string {
  return target.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * The absolute URL that a request was sent to. A malformed host becomes `_invalid_`, so that nothing in it can be mistaken for a
 * part of the path.
 *
 * @param path canonical; replaces a target that isn't valid in a URL
 */
export function requestUrl(incoming: IncomingMessage, path: string): string {
  const { headers, socket } = incoming;
  const target = incoming.url || '/';
  const protocol = (socket as { encrypted?: boolean }).encrypted === true ? 'https:' : 'http:';
  // The host of an absolute target takes precedence over the header (RFC 9112 3.2.2).
  const absolute = target.startsWith('/') || !URL.canParse(target) ? undefined : new URL(target);
  const given = absolute?.host || headers.host || headers[':authority'];
  const host = typeof given === 'string' && given !== '' ? hostOf(given) : ownHost(incoming);
  const rest = absolute === undefined ? pathOf(target) : withSlash(absolute.pathname) + absolute.search;
  const url = `${protocol}//${host}${rest}`;
  // A port above 65535 matches HOST, but no URL can have it.
  return URL.canParse(url) ? url : `http://${NO_HOST}${path}`;
}

function hostOf(given: string): string {
  return HOST.test(given) ? given : NO_HOST;
}

function ownHost({ socket: { localAddress, localFamily, localPort } }: IncomingMessage): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  return target === '*' ? '/*' : '/';
}

function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
