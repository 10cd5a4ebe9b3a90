import { HeaderList, type HeadersInput } from './header-list.ts';
import type { HttpResponse } from './http-response.ts';

/**
 * Makes a function that gives a response the headers whose names it does not have yet. They are checked once, so that each
 * response costs little.
 *
 * @example
 * const finish = defaultHeaders({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' });
 * app.pipe(async (request, delegate) => finish(await delegate(request)));
 * @throws InvalidArgumentError when one is malformed
 */
export function defaultHeaders(headers: HeadersInput): (response: HttpResponse) => HttpResponse {
  const defaults = HeaderList.from(headers);
  return (response) => response.withHeaders(response.headerList.withDefaults(defaults));
}
