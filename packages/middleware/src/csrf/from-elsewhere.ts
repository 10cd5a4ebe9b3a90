import { isSameOrigin, type ServerRequest } from 'fw-runtime';
import { originMatcher } from '../headers/origins.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
// Headers that inner middleware may use to override the method.
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** Whether a request may change something, by its method or by an overriding method. */
export function isUnsafe(request: ServerRequest): boolean {
  return !SAFE_METHODS.has(request.method) || OVERRIDES.some((name) => request.header(name) !== undefined);
}

/**
 * Creates a function that checks whether a page of another site sent a request, by the headers that browsers
 * set.
 *
 * @param own the origins of the app itself; undefined uses the origin of the request's URL
 * @param trusted other origins that may send requests
 */
export function fromElsewhere(
  own: readonly string[] | undefined,
  trusted: readonly string[],
): (request: ServerRequest) => boolean {
  const [isOwn, isTrusted] = [own && originMatcher(own), originMatcher(trusted)];
  return (request) => {
    const site = request.header('sec-fetch-site');
    if (site === 'same-origin' || site === 'none') return false;
    const sent = request.header('origin');
    if (sent !== undefined && isTrusted(sent)) return false;
    if (site !== undefined) return true;
    // Browsers from before 2023 don't send Sec-Fetch-Site, and browsers from before 2020 don't send Origin with
    // same-site forms.
    const origin = sent ?? originOf(request.header('referer'));
    if (origin === undefined) return false;
    return !(isOwn ? isOwn(origin) || isTrusted(origin) : isSameOrigin(request, origin));
  };
}

/** The origin of a page's URL; "null" when the URL is invalid. */
function originOf(page: string | undefined): string | undefined {
  if (page === undefined) return undefined;
  return URL.canParse(page) ? new URL(page).origin : 'null';
}
