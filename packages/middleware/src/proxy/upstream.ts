import { HttpError, type ServerRequest } from 'fw-runtime';

/** Where requests go. */
export class Upstream {
  readonly origin: string;
  // Without a slash at its end.
  readonly #base: string;
  readonly #passesAmbiguous: boolean;

  /**
   * @param url as `isUpstream` takes it
   * @param passesAmbiguous whether paths go on that an upstream may read as others
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
   * @throws HttpError 400 for a path that the upstream might take for one outside of its own, or for a host
   */
  target({ path, queryString }: ServerRequest): string {
    if (path.startsWith('//') || CLIMBS.test(path) || (!this.#passesAmbiguous && AMBIGUOUS.test(path))) {
      throw new HttpError(400, 'The path can be read in more than one way.');
    }
    return `${this.origin}${this.#base}${path}${queryString === '' ? '' : `?${queryString}`}`;
  }

  /**
   * What a Location of the upstream is for the client: where it leads back to the upstream, the path that leads there through
   * this middleware.
   */
  locationFor(location: string, target: string, { path, originalPath }: ServerRequest): string {
    if (!URL.canParse(location, target)) return location;
    const { origin, pathname, search, hash } = new URL(location, target);
    const isBelow = pathname === this.#base || pathname.startsWith(`${this.#base}/`);
    if (origin !== this.origin || !isBelow) return location;
    // The prefix itself, without a slash, has the path "/" too.
    const prefix = originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : originalPath;
    const below = `${prefix}${pathname.slice(this.#base.length)}`;
    // Of "//name" a browser would make a host.
    return `${below.replace(/^\/\/+/, '/') || '/'}${search}${hash}`;
  }
}

// ".." between separators that an upstream may decode, or with the parameters that some cut off.
const CLIMBS = /(?:\/|%2F|%5C)\.\.?(?:\/|%2F|%5C|;|$)/;

// An upstream may decode, merge or cut these off, and so read "/x%2Fy", "/x//y" and "/x;a/y" as "/x/y", whose guard is skipped.
const AMBIGUOUS = /\/\/|%2F|%5C|;/;

/** Whether an option is the URL of an upstream. */
export function isUpstream(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
