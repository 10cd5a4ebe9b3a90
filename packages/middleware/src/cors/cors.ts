import {
  defineMiddleware,
  EmptyResponse,
  type HttpResponse,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { array, boolean, check, optional, pipe, strictObject, union } from 'valibot';
import { isOrigin, originMatcher } from '../headers/origins.ts';
import { withVary } from '../headers/vary.ts';
import { readOptions } from '../provider/read-options.ts';
import { callback, count, text, token } from '../provider/schemas.ts';

/**
 * Decides whether pages of an origin, such as `https://example.com`, may read responses. Pages without an origin of
 * their own have "null".
 *
 * @example const allows: AllowsOrigin = (origin) => tenants.hasOrigin(origin);
 */
export type AllowsOrigin = (origin: string, request: ServerRequest) => boolean | Promise<boolean>;

/** Options of `cors()`: the origins whose pages may read responses, and the requests that these pages may send. */
export interface CorsOptions {
  /**
   * The origins whose pages may read responses: '*' for all, one origin, several, or a function; '*' when absent.
   * `https://*.example.com` matches every subdomain.
   */
  readonly origin?: string | readonly string[] | AllowsOrigin;
  /** The methods that a preflight allows; GET, HEAD, PUT, PATCH, POST and DELETE when absent. */
  readonly methods?: readonly string[];
  /** The request headers that a preflight allows; the headers that the preflight requests when absent. */
  readonly headers?: readonly string[];
  /** Response headers that pages may read in addition to the safelisted ones; none when absent. */
  readonly expose?: readonly string[];
  /**
   * Whether requests may carry credentials such as cookies; false when absent. Not allowed with the origins '*' and
   * 'null'.
   */
  readonly credentials?: boolean;
  /** How long browsers may cache a preflight response, in seconds; the browser's default when absent. */
  readonly max_age?: number;
}

const ORIGIN = text(isOrigin, 'an origin such as "https://example.com", without a trailing "/"');
const OPTIONS = pipe(
  strictObject({
    origin: optional(union([ORIGIN, array(ORIGIN), callback<AllowsOrigin>('a function')]), '*'),
    methods: optional(array(token('a method')), ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE']),
    headers: optional(array(token('the name of a header'))),
    expose: optional(array(token('the name of a header')), []),
    credentials: optional(boolean(), false),
    max_age: optional(count('seconds')),
  }),
  check(
    ({ origin, credentials }) =>
      !credentials || ![origin].flat().some((each) => each === '*' || each === 'null'),
    'expected credentials with named origins only, because with "*" and "null" every page could act for your users',
  ),
);

/**
 * Responds to preflights, and sends the headers that let pages of other origins read responses. Requests from other
 * pages are still handled, but their browsers block the response.
 *
 * @param options the origins, methods and headers; each has a default
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe(cors({ origin: 'https://example.com', credentials: true }));
 * @source the Fetch standard, "CORS protocol"
 */
export function cors(options?: CorsOptions): SharedMiddleware {
  const { origin, methods, headers, expose, credentials, max_age } = readOptions('cors', OPTIONS, options);
  const isOpen = origin === '*' || (Array.isArray(origin) && origin.includes('*'));
  const allows = typeof origin === 'function' ? origin : originMatcher([origin].flat());
  const [allowMethods, exposed] = [methods.join(', '), expose.join(', ')];

  return defineMiddleware(async function cors(request, next) {
    const origin = request.header('origin');
    const isPreflight =
      request.method === 'OPTIONS' &&
      origin !== undefined &&
      request.header('access-control-request-method') !== undefined;
    const isAllowed = origin !== undefined && (await allows(origin, request));
    const response = isPreflight
      ? preflight(isAllowed, request.header('access-control-request-headers'))
      : await next(request);
    // Responses without the CORS headers depend on the origin as well.
    const marked = isOpen ? response : withVary(response, 'Origin');
    return isAllowed ? allow(marked, isOpen ? '*' : origin) : marked;
  });

  function preflight(isAllowed: boolean, requestedHeaders: string | undefined): HttpResponse {
    const response = withVary(new EmptyResponse(), 'Access-Control-Request-Headers');
    if (!isAllowed) return response;
    const allowed = headers?.join(', ') ?? requestedHeaders ?? '';
    const withMethods = response.withHeader('Access-Control-Allow-Methods', allowMethods);
    const withHeaders =
      allowed === '' ? withMethods : withMethods.withHeader('Access-Control-Allow-Headers', allowed);
    return max_age === undefined
      ? withHeaders
      : withHeaders.withHeader('Access-Control-Max-Age', String(max_age));
  }

  function allow(response: HttpResponse, origin: string): HttpResponse {
    const allowed = response.withHeader('Access-Control-Allow-Origin', origin);
    const exposing = exposed === '' ? allowed : allowed.withHeader('Access-Control-Expose-Headers', exposed);
    return credentials ? exposing.withHeader('Access-Control-Allow-Credentials', 'true') : exposing;
  }
}
