import {
  type Attribute,
  attribute,
  defineMiddleware,
  HttpError,
  type HttpResponse,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { array, boolean, optional, strictObject, union } from 'valibot';
import { toBase64Url } from '../crypto/base64url.ts';
import { opensWebSocket } from '../headers/opens-web-socket.ts';
import { isOrigin } from '../headers/origins.ts';
import { withVary } from '../headers/vary.ts';
import { readOptions } from '../provider/read-options.ts';
import { text, token } from '../provider/schemas.ts';
import { fromElsewhere, isUnsafe } from './from-elsewhere.ts';
import { isMaskOf, maskSecret, newSecret, readSecret } from './masked-token.ts';

/** Options of `csrf()`. */
export interface CsrfOptions {
  /** The origins of the app itself, such as 'https://example.com'; the origin of the request's URL when absent. */
  readonly origin?: string | readonly string[];
  /**
   * Other origins whose pages may send unsafe requests; none when absent. `https://*.example.com` matches every
   * subdomain.
   */
  readonly trusted_origins?: readonly string[];
  /** Whether unsafe requests must also carry the token of `csrfToken(request)`; false when absent. */
  readonly token?: boolean;
  /**
   * The name of the cookie that the token is compared with; '__Host-csrf' when absent, which browsers accept over
   * HTTPS only.
   */
  readonly cookie?: string;
}

const ORIGIN = text(
  (origin) => isOrigin(origin) && origin !== '*' && origin !== 'null',
  'an origin such as "https://example.com", without a trailing "/"',
);
const OPTIONS = strictObject({
  origin: optional(union([ORIGIN, array(ORIGIN)])),
  trusted_origins: optional(array(ORIGIN), []),
  token: optional(boolean(), false),
  cookie: optional(token('the name of a cookie'), '__Host-csrf'),
});

const FIELD = '_csrf';

/** The state from which `csrfToken` creates tokens. */
interface Tokens {
  readonly secret: Uint8Array;
  /** The token of this request; undefined until `csrfToken` is called. */
  token: string | undefined;
}

const TOKENS: Attribute<Tokens> = attribute<Tokens>('csrfToken');

/**
 * Returns the CSRF token of a request, for the form field `_csrf` or the header X-CSRF-Token. The first call sets the
 * cookie.
 *
 * @throws {@link MissingAttributeError} when `csrf({ token: true })` isn't registered as outer middleware
 * @example html`<input type="hidden" name="_csrf" value="${csrfToken(request)}">`
 */
export function csrfToken(request: ServerRequest): string {
  const tokens = request.require(TOKENS);
  return (tokens.token ??= maskSecret(tokens.secret));
}

/**
 * Rejects cross-site requests with 403 when they may change something: every method except GET, HEAD and OPTIONS, and
 * WebSocket handshakes. Requests that don't come from a browser pass.
 *
 * @param options the app's own and trusted origins, and whether tokens are required; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(csrf({ trusted_origins: ['https://accounts.example.com'] }));
 */
export function csrf(options?: CsrfOptions): SharedMiddleware {
  const { origin, trusted_origins, token, cookie } = readOptions('csrf', OPTIONS, options);
  const isFromElsewhere = fromElsewhere(origin === undefined ? undefined : [origin].flat(), trusted_origins);
  const needsHttps = /^__(?:host|http|secure)-/i.test(cookie);

  // Pages of other sites can open a WebSocket with this app's cookies.
  function rejectOthers(request: ServerRequest): void {
    if ((isUnsafe(request) || opensWebSocket(request)) && isFromElsewhere(request)) {
      throw new HttpError(403, 'Cross-site request blocked.');
    }
  }

  if (!token) {
    return defineMiddleware(function csrf(request, next) {
      rejectOthers(request);
      return next(request);
    });
  }
  return defineMiddleware(async function csrf(request, next) {
    rejectOthers(request);
    const known = readSecret(request.cookies.get(cookie));
    if (isUnsafe(request) && !(known && isMaskOf(await sentToken(request), known))) {
      throw new HttpError(403, 'The CSRF token is missing or expired. Reload the page.');
    }
    const tokens: Tokens = { secret: known ?? newSecret(), token: undefined };
    const response = await next(request.with(TOKENS, tokens));
    if (tokens.token === undefined) return response;
    const varied = withVary(response, 'Cookie');
    return known === undefined ? withSecret(varied, tokens.secret, request) : varied;
  });

  function withSecret(response: HttpResponse, secret: Uint8Array, request: ServerRequest): HttpResponse {
    const secure = needsHttps || request.url.protocol === 'https:';
    return response.withCookie(cookie, toBase64Url(secret), { secure });
  }
}

/** The token of a request; "" when it has none. */
async function sentToken(request: ServerRequest): Promise<string> {
  const header = request.header('x-csrf-token');
  if (header !== undefined) return header;
  const type = request.header('content-type') ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.test(type)) return '';
  // The form is read in the same way as the handler will read it, which can do so after `peek()`.
  await request.peek();
  const field = (await request.formData()).get(FIELD);
  await request.peek();
  return typeof field === 'string' ? field : '';
}
