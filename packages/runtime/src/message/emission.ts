import type { HeaderList } from './header-list.ts';
import type { HttpResponse } from './http-response.ts';
import { contentSize, type BodyContent } from './response-body.ts';

/** A response as it goes to a client: with its Content-Length, and without the body where none may be sent. */
export class Emission {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly content: BodyContent;

  constructor(response: HttpResponse, headers: HeaderList, content: BodyContent) {
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
 * Makes a response ready for a client, the same for a socket and for `fetch`.
 *
 * A body of known size gets its true Content-Length, whatever was set. A response to HEAD keeps the length and loses
 * the body (SEMANTICS R8); 204 and 205 lose both, 304 the body (RFC 9110 8.6, 15.3.5, 15.3.6, 15.4.5).
 *
 * @param method of the request as it was received
 */
export function prepare(response: HttpResponse, method: string): Emission {
  const { status, headerList, content } = response;
  if (status === 304) return withoutBody(response, headerList, content);
  if (status === 204 || status === 205) {
    return withoutBody(response, headerList.without('content-length'), content);
  }
  const size = contentSize(content);
  if (method === 'HEAD') {
    // A handler for HEAD may tell a length without making the body, so an empty body leaves what was set.
    return withoutBody(response, size ? headerList.withLength(size) : headerList, content);
  }
  return new Emission(response, size === undefined ? headerList : headerList.withLength(size), content);
}

function withoutBody(response: HttpResponse, headers: HeaderList, unused: BodyContent): Emission {
  if (unused instanceof ReadableStream && !unused.locked) unused.cancel().catch(() => {});
  return new Emission(response, headers, null);
}
