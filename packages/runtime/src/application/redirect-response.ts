import { InvalidArgumentError, UriGenerationError } from '../errors/coded-errors.ts';
import type { BodyInput } from '../http/bodies/body-kinds.ts';
import { HeaderList, type HeadersInput } from '../http/header-list.ts';
import { HttpResponse, RESOLVE } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { RouteName, UriArguments, Url } from '../router/route-names.ts';
import type { UriOptions } from '../router/router-interface.ts';
import { urlFor } from './urls.ts';

/** What `RedirectResponse.to` takes beside the name and the parameters of a route. */
export interface RedirectOptions extends UriOptions {
  /** From 300 to 399; 302 when absent. */
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
   * Redirects the client to a named route, found as `urlFor(request)` finds it. The application writes the `Location` when the
   * middleware has returned the response, so the layers outside see it; a name or a parameter that is wrong is an error of that
   * middleware.
   *
   * @example return RedirectResponse.to('post', { id: 42 }, { status: 303 }).withCookie('seen', '1')
   * @throws InvalidArgumentError when the status is none from 300 to 399
   */
  static to<const Name extends RouteName>(
    name: Name,
    ...[params, options = {}]: UriArguments<Name, RedirectOptions>
  ): HttpResponse {
    const { status = 302, ...rest } = options;
    const write = (url: Url): string => url(name, ...([params, rest] as UriArguments<Name>));
    return new RouteRedirect(new HttpResponse(null, checked(status)), write);
  }
}

/** A redirect whose `Location` is not known yet; its copies are such too. */
class RouteRedirect extends HttpResponse {
  readonly #plain: HttpResponse;
  readonly #write: (url: Url) => string;

  constructor(plain: HttpResponse, write: (url: Url) => string) {
    super(plain.body, checked(plain.status), plain.headerList);
    this.#plain = plain;
    this.#write = write;
  }

  override get statusText(): string {
    return this.#plain.statusText;
  }

  override withStatus(status: number, statusText?: string): HttpResponse {
    return new RouteRedirect(this.#plain.withStatus(status, statusText), this.#write);
  }

  override withHeaders(headers: HeaderList): HttpResponse {
    return new RouteRedirect(this.#plain.withHeaders(headers), this.#write);
  }

  override withBody(body: BodyInput): HttpResponse {
    return new RouteRedirect(this.#plain.withBody(body), this.#write);
  }

  override toWeb(): never {
    throw new UriGenerationError(
      'A redirect to a named route gets its Location where an application takes it from a middleware; return it, or write ' +
        'the URL with urlFor(request).',
    );
  }

  [RESOLVE](request: ServerRequest): HttpResponse {
    return this.#plain.withHeader('Location', locationOf(this.#write(urlFor(request))));
  }
}

function checked(status: number): number {
  if (Number.isInteger(status) && status >= 300 && status <= 399) return status;
  const hint = ' For another status give the URL that urlFor(request) writes as the header Location.';
  throw new InvalidArgumentError('status', 'one of a redirect, from 300 to 399', status, hint);
}

// What the URL standard drops: blanks and control characters in front, tabs and line breaks anywhere.
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
