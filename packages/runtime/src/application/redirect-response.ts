import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { HeaderList, type HeadersInput } from '../http/header-list.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { RouteName, UriArguments } from '../router/route-names.ts';
import type { UriOptions } from '../router/router-interface.ts';
import { urlFor } from './urls.ts';

/** Options of `RedirectResponse.to`. */
export interface RedirectOptions extends UriOptions {
  /** 302 when absent. */
  readonly status?: number;
}

/**
 * Redirects the client, by default with 302. Characters that no URI may hold are escaped. Text without a scheme stays on this
 * host.
 *
 * @example new RedirectResponse(new URL('/login', 'https://accounts.example'))
 * @throws InvalidArgumentError for text that browsers take for another host: `//host`, `/\host`, also with blanks, tabs and line
 *   breaks, which they drop. To redirect to another host, write the scheme or give a URL.
 */
export class RedirectResponse extends HttpResponse {
  constructor(uri: string | URL, status = 302, headers?: HeadersInput) {
    super(null, status, HeaderList.from(headers ?? {}).with('Location', locationOf(uri)));
  }

  /**
   * Redirects the client to a named route. Its URL is that of `urlFor(request)`.
   *
   * @example return RedirectResponse.to(request, 'post', { id: 42 }, { status: 303 })
   * @throws UriGenerationError when no application handles the request, no route has the name, or a parameter is missing or not
   *   accepted
   */
  static to<const Name extends RouteName>(
    request: ServerRequest<object>,
    name: Name,
    ...[params, options = {}]: UriArguments<Name, RedirectOptions>
  ): RedirectResponse {
    const { status, ...rest } = options;
    return new RedirectResponse(urlFor(request)(name, ...([params, rest] as UriArguments<Name>)), status);
  }
}

// The URL standard drops blanks and control characters in front, and tabs and line breaks anywhere.
// oxlint-disable-next-line no-control-regex
const ANOTHER_HOST = /^[\0- ]*[/\\][\t\n\r]*[/\\]/;

function locationOf(uri: string | URL): string {
  if (typeof uri !== 'string' && !(uri instanceof URL)) {
    throw new InvalidArgumentError('uri', 'a path, a URL or text with a scheme', uri);
  }
  const text = String(uri);
  if (ANOTHER_HOST.test(text)) {
    const hint = ' To redirect to another host, write the scheme, or give a URL object.';
    throw new InvalidArgumentError('uri', 'a path on this host or text with a scheme', text, hint);
  }
  return text.toWellFormed().replace(/[^\x21-\x7e]+|["<>\\^`{|}]+/g, encodeURIComponent);
}
