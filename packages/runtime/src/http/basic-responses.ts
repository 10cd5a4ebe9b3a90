import { HeaderList, type HeadersInput } from './header-list.ts';
import { HttpResponse } from './http-response.ts';

const TEXT_TYPE = HeaderList.of('Content-Type', 'text/plain; charset=utf-8');

/** `text/plain; charset=utf-8`, unless the headers have another type. */
export class TextResponse extends HttpResponse {
  constructor(body: string, status = 200, headers?: HeadersInput) {
    super(body, status, HeaderList.from(headers, TEXT_TYPE));
  }
}

/** No body: 204 unless another status is given. */
export class EmptyResponse extends HttpResponse {
  constructor(status = 204, headers?: HeadersInput) {
    super(null, status, headers);
  }
}

/**
 * Creates a function that adds the headers that a response lacks. The headers are checked once, so that each response costs
 * little.
 *
 * @example
 * const finish = defaultHeaders({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
 * app.pipe(async (request, delegate) => finish(await delegate(request)));
 * @throws InvalidArgumentError when a header is malformed
 */
export function defaultHeaders(headers: HeadersInput): (response: HttpResponse) => HttpResponse {
  const defaults = HeaderList.from(headers);
  return (response) => response.withHeaders(response.headerList.withDefaults(defaults));
}
