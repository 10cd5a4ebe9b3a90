import type { HeaderList } from './header-list.ts';
import { contentSize, type BodyContent } from './response-body.ts';

/** What is read of a response to send it. */
interface Sendable {
  readonly status: number;
  readonly statusText: string;
  readonly headerList: HeaderList;
  readonly content: BodyContent;
}

/** A response as it goes to a client: with its Content-Length, and without the body where none may be sent. */
export class Emission {
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
    const { lines } = this.headers;
    for (let index = 0; index < lines.length; index += 2) {
      headers.append(lines[index] as string, lines[index + 1] as string);
    }
    const { status, statusText, content } = this;
    // For a string, Response would add a Content-Type that nobody asked for.
    const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return new Response(body, { status, statusText, headers });
  }
}

/**
 * Makes a response ready for a client, the same for a socket and for `fetch`: without the headers of a connection
 * (SEMANTICS S6).
 *
 * A body of known size gets its true Content-Length, whatever was set. A response to HEAD keeps the length and loses
 * the body (SEMANTICS R8); 204 loses both, 304 the body, 205 says that it has none (RFC 9110 8.6, 15.3.5, 15.3.6, 15.4.5).
 *
 * @param method of the request as it was received
 */
export function prepare(response: Sendable, method: string): Emission {
  const { status, headerList, content } = response;
  if (status === 304) return withoutBody(response, withLengthAsTold(headerList), content);
  if (status === 204) return withoutBody(response, headerList.sendable.without('content-length'), content);
  if (status === 205) return withoutBody(response, headerList.withLength(0), content);
  const size = contentSize(content);
  if (method === 'HEAD') {
    // A handler for HEAD may tell a length without making the body, so an empty body leaves what was set.
    return withoutBody(response, size ? headerList.withLength(size) : withLengthAsTold(headerList), content);
  }
  const headers = size === undefined ? withLengthAsTold(headerList) : headerList.withLength(size);
  return new Emission(response, headers, content);
}

/** The Content-Length that headers which are sent tell; undefined when they tell none. */
export function lengthTold(headers: HeaderList): number | undefined {
  const told = headers.get('content-length');
  return told === undefined ? undefined : Number(told);
}

// A length that is no number, or one of several, would be the end of the connection.
function withLengthAsTold(headers: HeaderList): HeaderList {
  const { sendable } = headers;
  const told = sendable.get('content-length');
  return told === undefined || /^\d{1,15}$/.test(told) ? sendable : sendable.without('content-length');
}

function withoutBody(response: Sendable, headers: HeaderList, unused: BodyContent): Emission {
  if (unused instanceof ReadableStream && !unused.locked) unused.cancel().catch(() => {});
  return new Emission(response, headers, null);
}
