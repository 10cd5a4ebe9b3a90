import { HttpError, type ServerRequest } from 'fw-runtime';
import { asReceived } from 'fw-runtime/internal';

/** The upstream's URL, and the mapping of paths to it. */
export class Upstream {
  readonly origin: string;
  // Without a slash at its end.
  readonly #base: string;
  readonly #passesAmbiguous: boolean;

  /**
   * @param url valid according to `isUpstream`
   * @param passesAmbiguous whether ambiguous paths are forwarded
   */
  constructor(url: string, passesAmbiguous: boolean) {
    this.#passesAmbiguous = passesAmbiguous;
    const { origin, pathname } = new URL(url);
    this.origin = origin;
    this.#base = pathname.replace(/\/+$/, '');
  }

  /**
   * The URL of a request: its path below the prefix, appended to the path of the upstream, and its query.
   *
   * @throws {@link HttpError} 400 for a path that the upstream might resolve outside its own path, or as a host
   */
  target(request: ServerRequest): string {
    const { path, queryString } = request;
    if (path.startsWith('//') || CLIMBS.test(path) || (!this.#passesAmbiguous && AMBIGUOUS.test(path))) {
      throw new HttpError(400, 'The path can be read in more than one way.');
    }
    return `${this.origin}${this.#base}${asReceived(request)}${queryString === '' ? '' : `?${queryString}`}`;
  }

  /**
   * Rewrites a Location header for the client: a URL of the upstream becomes the path that leads there through this
   * middleware.
   */
  locationFor(location: string, target: string, { path, originalPath }: ServerRequest): string {
    if (!URL.canParse(location, target)) return location;
    const { origin, pathname, search, hash } = new URL(location, target);
    const isBelow = pathname === this.#base || pathname.startsWith(`${this.#base}/`);
    if (origin !== this.origin || !isBelow) return location;
    // The prefix itself, without a slash, also has the path "/".
    const prefix = originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : originalPath;
    const below = `${prefix}${pathname.slice(this.#base.length)}`;
    // Browsers read "//name" as a host.
    return `${below.replace(/^\/\/+/, '/') || '/'}${search}${hash}`;
  }
}

// ".." between separators that an upstream may decode, or before path parameters that some servers cut off.
const CLIMBS = /(?:\/|%2F|%5C)\.\.?(?:\/|%2F|%5C|;|$)/;

// An upstream may decode, merge or cut these off, and read "/x%2Fy", "/x//y" and "/x;a/y" as "/x/y", bypassing
// middleware.
const AMBIGUOUS = /\/\/|%2F|%5C|;/;

/** Whether an option is the URL of an upstream. */
export function isUpstream(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
