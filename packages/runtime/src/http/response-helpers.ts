import { HeaderList, type HeadersInput } from './header-list.ts';
import { type Html, htmlText } from './bodies/html.ts';
import { HttpResponse } from './http-response.ts';
import { toJson } from './bodies/json.ts';

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
 * @throws InvalidArgumentError that names the key when the data has no JSON form: circular data or a BigInt anywhere,
 *   undefined, a function or a symbol at the top. What a getter or a `toJSON()` throws is thrown as it is.
 */
export class JsonResponse extends HttpResponse {
  constructor(data: unknown, status = 200, headers?: HeadersInput) {
    super(toJson(data), status, withDefaults(headers, JSON_DATA));
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
