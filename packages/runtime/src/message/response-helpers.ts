import { InvalidArgumentError } from '../error/coded-errors.ts';
import { HeaderList, type HeadersInput } from './header-list.ts';
import { type Html, htmlText } from './html.ts';
import { HttpResponse } from './http-response.ts';

const TEXT = HeaderList.of('Content-Type', 'text/plain; charset=utf-8');
const HTML = HeaderList.of('Content-Type', 'text/html; charset=utf-8');
const JSON_DATA = HeaderList.of('Content-Type', 'application/json');

/** `text/plain; charset=utf-8`, unless the headers name another type. */
export class TextResponse extends HttpResponse {
  constructor(body: string, status = 200, headers?: HeadersInput) {
    super(body, status, withDefaults(headers, TEXT));
  }
}

/** `text/html; charset=utf-8`, unless the headers name another type. Text is sent as it is; `html` escapes what users gave. */
export class HtmlResponse extends HttpResponse {
  constructor(body: string | Html, status = 200, headers?: HeadersInput) {
    super(htmlText(body), status, withDefaults(headers, HTML));
  }
}

/**
 * `application/json`: the data as `JSON.stringify` writes it.
 *
 * @throws InvalidArgumentError when the data has no JSON form: undefined, a function, a symbol, circular data, a BigInt
 */
export class JsonResponse extends HttpResponse {
  constructor(data: unknown, status = 200, headers?: HeadersInput) {
    super(toJson(data), status, withDefaults(headers, JSON_DATA));
  }
}

/**
 * Redirects the client, by default with 302. Characters that no URI may hold are escaped. Text that starts with "//" is taken
 * for a path on this host, since `request.path` may start so; to redirect to another host, write the scheme.
 */
export class RedirectResponse extends HttpResponse {
  constructor(uri: string | URL, status = 302, headers?: HeadersInput) {
    super(null, status, HeaderList.from(headers ?? {}).with('Location', escapeUri(String(uri))));
  }
}

/** No body: 204 unless another status is given. */
export class EmptyResponse extends HttpResponse {
  constructor(status = 204, headers?: HeadersInput) {
    super(null, status, headers);
  }
}

function withDefaults(headers: HeadersInput | undefined, defaults: HeaderList): HeaderList {
  return headers === undefined ? defaults : HeaderList.from(headers).withDefaults(defaults);
}

function toJson(data: unknown): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(data) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    // Thrown by a toJSON() of the user, such as an HttpError.
    if (!(error instanceof TypeError)) throw error;
    cause = error;
  }
  throw new InvalidArgumentError('data', 'a value with a JSON form', data, '', { cause });
}

function escapeUri(uri: string): string {
  const escaped = uri.toWellFormed().replace(/[^\x21-\x7e]+|["<>\\^`{|}]+/g, encodeURIComponent);
  // With "/." before it, as in the URL standard, "//name" is not read as a host.
  return escaped.startsWith('//') ? `/.${escaped}` : escaped;
}
