import type { ServerRequest } from 'fw-runtime';
import { originMatcher } from '../headers/origins.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
// What an inner layer might take another method from.
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** Whether a request may change something: by its method, or by one that a layer further in may give it. */
export function isUnsafe(request: ServerRequest): boolean {
  return !SAFE_METHODS.has(request.method) || OVERRIDES.some((name) => request.header(name) !== undefined);
}

/**
 * Makes a function that tells whether the page of another site has sent a request, as far as its browser tells.
 *
 * @param own the origins of the site itself; undefined takes that of the request's URL
 * @param trusted origins of others that may ask
 */
export function fromElsewhere(
  own: readonly string[] | undefined,
  trusted: readonly string[],
): (request: ServerRequest) => boolean {
  const [isOwn, isTrusted] = [own && originMatcher(own), originMatcher(trusted)];
  return (request) => {
    const site = request.header('sec-fetch-site');
    if (site === 'same-origin' || site === 'none') return false;
    const told = request.header('origin');
    if (told !== undefined && isTrusted(told)) return false;
    if (site !== undefined) return true;
    // Browsers of before 2023 tell no site; those of before 2020 no origin when a form of the own site is sent.
    const origin = told ?? originOf(request.header('referer'));
    if (origin === undefined) return false;
    return !(isOwn ? isOwn(origin) || isTrusted(origin) : isOriginOf(request.url, origin));
  };
}

/** The origin of a page, "null" of what is none. */
function originOf(page: string | undefined): string | undefined {
  if (page === undefined) return undefined;
  return URL.canParse(page) ? new URL(page).origin : 'null';
}

function isOriginOf(url: URL, origin: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  const { host, protocol } = new URL(origin);
  // A request by plain HTTP may come from a proxy to which the browser speaks HTTPS.
  return host === url.host && (url.protocol !== 'https:' || protocol === 'https:');
}
