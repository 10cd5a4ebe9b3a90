import type { IncomingMessage } from 'node:http';
import { HOST, NO_HOST } from '../../http/request-changes.ts';

/**
 * The absolute URL that a request was sent to. A host that is none is written `_invalid_`, so that nothing in it can pass
 * for a part of the path.
 *
 * @param path canonical; stands where the target of the request makes no URL
 */
export function requestUrl(incoming: IncomingMessage, path: string): string {
  const { headers, socket } = incoming;
  const target = incoming.url || '/';
  const protocol = (socket as { encrypted?: boolean }).encrypted === true ? 'https:' : 'http:';
  // RFC 9112 3.2.2: the host of an absolute target counts more than the header.
  const absolute = target.startsWith('/') || !URL.canParse(target) ? undefined : new URL(target);
  const given = absolute?.host || headers.host || headers[':authority'];
  const host = typeof given === 'string' && given !== '' ? hostOf(given) : ownHost(incoming);
  const url = `${protocol}//${host}${originForm(target, absolute)}`;
  // Such as a port above 65535.
  return URL.canParse(url) ? url : `http://${NO_HOST}${path}`;
}

function hostOf(given: string): string {
  return HOST.test(given) ? given : NO_HOST;
}

function ownHost({ socket: { localAddress, localFamily, localPort } }: IncomingMessage): string {
  return `${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function originForm(target: string, absolute: URL | undefined): string {
  if (absolute !== undefined) return `${absolute.pathname.replace(/^(?!\/)/, '/')}${absolute.search}`;
  if (target.startsWith('/')) return target;
  return target === '*' ? '/*' : '/';
}
