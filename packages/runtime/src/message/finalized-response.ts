import { appendLines, type HeaderList } from './header-list.ts';
import { contentSize, type BodyContent } from './response-body.ts';

/** The part of an `HttpResponse` that is sent. */
interface Sendable {
  readonly status: number;
  readonly statusText: string;
  readonly headerList: HeaderList;
  readonly content: BodyContent;
}

/** A response as a client gets it: with its Content-Length, and without the body where none may be sent. */
export class FinalizedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly content: BodyContent;

  constructor(response: Sendable, headers: HeaderList, content: BodyContent) {
    this.status = response.status;
    this.statusText = response.statusText;
    this.headers = headers;
    this.content = content;
  }

  toWeb(): Response {
    const headers = new Headers();
    appendLines(headers, this.headers.lines);
    const { status, statusText, content } = this;
    // Given a string, Response would add a Content-Type.
    const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return new Response(body, { status, statusText, headers });
  }
}

/**
 * Makes a response ready to be sent, by a socket or by `fetch`. The headers of a connection are removed (rule S6).
 *
 * A body of known size gets its true Content-Length, whatever was set. A response to HEAD keeps the length and loses
 * the body (rule R8); 204 loses both, 304 the body, 205 says that it has none (RFC 9110 8.6, 15.3.5, 15.3.6, 15.4.5).
 *
 * @param method of the request as it was received
 */
export function finalize(response: Sendable, method: string): FinalizedResponse {
  const { status, headerList, content } = response;
  if (status === 304) return withoutBody(response, withDeclaredLength(headerList), content);
  if (status === 204) return withoutBody(response, headerList.sendable.without('content-length'), content);
  if (status === 205) return withoutBody(response, headerList.withLength(0), content);
  const size = contentSize(content);
  if (method === 'HEAD') {
    // A handler for HEAD may set the length without making the body.
    return withoutBody(
      response,
      size ? headerList.withLength(size) : withDeclaredLength(headerList),
      content,
    );
  }
  const headers = size === undefined ? withDeclaredLength(headerList) : headerList.withLength(size);
  return new FinalizedResponse(response, headers, content);
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

function withoutBody(response: Sendable, headers: HeaderList, unused: BodyContent): FinalizedResponse {
  if (unused instanceof ReadableStream && !unused.locked) unused.cancel().catch(() => {});
  return new FinalizedResponse(response, headers, null);
}
