import { canonicalPath } from './canonical-path.ts';
import type { RequestSource } from './request-source.ts';
import type { ServerRequest } from './server-request.ts';

// Characters that the canonical form escapes, and that clients send as they are: "|", "[", "]" and "^".
const EITHER_WAY = /[|[\]^]|%(?:7C|5[BDE])/gi;

/** A path of a request as its client has written it, for readers behind a strict app; other paths as they are. */
export function asReceived(request: ServerRequest<object>, path: string = request.path): string {
  return receivedText(request.source, path) ?? path;
}

/** A path of a request as static text of routes and mounts is compared with it. */
export function asRegistered(source: RequestSource, path: string): string {
  return receivedText(source, path)?.replace(EITHER_WAY, swapped) ?? path;
}

/** Static text is registered with escapes of characters that code in front sees as they are. */
function swapped(part: string): string {
  return part.length === 1 ? encodeURIComponent(part) : decodeURIComponent(part);
}

/** @returns undefined for a path that middleware has chosen, and for an app that isn't strict */
function receivedText({ spelling }: RequestSource, path: string): string | undefined {
  if (spelling?.received === undefined) return undefined;
  // No escape of a path changes the number of its segments.
  const received = spelling.received.split('/').slice(1 - path.split('/').length);
  const text = `/${received.join('/')}`;
  return canonicalPath(text) === path ? text : undefined;
}
