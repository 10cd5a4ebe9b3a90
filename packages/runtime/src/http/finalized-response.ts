import type { HeaderList } from './header-list.ts';
import { contentSize, type BodyContent } from './response-body.ts';

/** The part of an `HttpResponse` that is sent. */
interface Sendable {
  readonly status: number;
  readonly statusText: string;
  readonly headerList: HeaderList;
  readonly content: BodyContent;
}

/** A response as a client gets it: with its Content-Length, and without the body where none may be sent. */
export interface FinalizedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly content: BodyContent;
}

/**
 * Makes a response ready to be sent, by a socket or by `fetch`. The headers of a connection are removed (rule S6), but for
 * the `Upgrade` of a 426, which must have one (RFC 9110 15.5.22).
 *
 * A body of known size gets its true Content-Length, whatever was set. A response to HEAD keeps the length and loses
 * the body (rule R8); 204 loses both, 304 the body, 205 says that it has none (RFC 9110 8.6, 15.3.5, 15.3.6, 15.4.5).
 *
 * @param method of the request as it was received
 */
export function finalize(response: Sendable, method: string): FinalizedResponse {
  const { status, statusText, content } = response;
  let headers = finalHeaders(response, method);
  if (status === 426) headers = headers.withAdded('Upgrade', response.headerList.get('upgrade') ?? []);
  if (method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304) {
    return { status, statusText, headers, content };
  }
  if (content instanceof ReadableStream && !content.locked) content.cancel().catch(() => {});
  return { status, statusText, headers, content: null };
}

function finalHeaders({ status, headerList, content }: Sendable, method: string): HeaderList {
  if (status === 204) return headerList.sendable.without('content-length');
  if (status === 205) return headerList.withLength(0);
  const size = status === 304 ? undefined : contentSize(content);
  // A handler for HEAD may set the length without making the body.
  if (size === undefined || (size === 0 && method === 'HEAD')) return withDeclaredLength(headerList);
  return headerList.withLength(size);
}

export function toWebResponse({ status, statusText, headers, content }: FinalizedResponse): Response {
  // Given a string, Response would add a Content-Type.
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new Response(body, { status, statusText, headers: headers.pairs });
}

/** The Content-Length of finalized headers; undefined when there is none. */
export function declaredLength(headers: HeaderList): number | undefined {
  const length = headers.get('content-length');
  return length === undefined ? undefined : Number(length);
}

// Clients close the connection over a malformed or repeated Content-Length, so it is dropped.
function withDeclaredLength({ sendable }: HeaderList): HeaderList {
  const length = sendable.get('content-length');
  return length === undefined || /^\d{1,15}$/.test(length) ? sendable : sendable.without('content-length');
}
