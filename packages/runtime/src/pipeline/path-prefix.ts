import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import { foreignSegment } from '../router/path-pattern.ts';

/** A literal prefix that ends at a segment boundary, compared without regard to case (rule P2). */
export class PathPrefix {
  /** Canonical, such as `/admin`. */
  readonly text: string;
  readonly #lowerCase: string;
  readonly #segments: number;
  readonly #readable: RegExp;

  private constructor(text: string) {
    this.text = text;
    this.#lowerCase = text.toLowerCase();
    this.#segments = text.split('/').length - 1;
    this.#readable = new RegExp(`^${readable(text).replace(/[$()*+.]/g, '\\$&')}$`, 'iu');
  }

  /**
   * `foo`, `/foo`, `foo/` and `/foo/` are one.
   *
   * @returns undefined for `""` and `/`, which mean everything
   * @throws InvalidArgumentError when it is no string
   */
  static from(path: unknown): PathPrefix | undefined {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path', 'a path prefix such as "/admin"', path);
    }
    const foreign = foreignSegment(`/${path.replace(/^\//, '')}`);
    if (foreign !== undefined || /[{}[\]]/.test(path)) throw notLiteral(path, foreign);
    try {
      const text = canonicalPath(`/${path.replace(/^\//, '')}`).replace(/\/$/, '');
      return text === '' ? undefined : new PathPrefix(text);
    } catch {
      throw new InvalidArgumentError('path', 'a path prefix whose escapes are well-formed', path);
    }
  }

  matches(path: string): boolean {
    const { length } = this.text;
    if (path.length === length || path[length] === '/') {
      if (path.startsWith(this.text) || path.slice(0, length).toLowerCase() === this.#lowerCase) return true;
    }
    // A letter beyond ASCII is escaped, and the other case of it may be longer or shorter.
    return path.includes('%') && this.#readable.test(readable(path.slice(0, this.lengthIn(path))));
  }

  /** How much of a path stands where the prefix would: as many segments as it has. */
  lengthIn(path: string): number {
    let end = 0;
    for (let count = this.#segments; count > 0; count--) {
      end = path.indexOf('/', end + 1);
      if (end === -1) return path.length;
    }
    return end;
  }
}

function notLiteral(path: string, foreign: string | undefined): InvalidArgumentError {
  const hint = foreign?.startsWith('*')
    ? ` A prefix covers every path below it: write "${path.slice(0, path.indexOf('*')).replace(/(.)\/$/, '$1')}".`
    : ' For paths with parameters such as {id}, give the middleware to group() or to the routes.';
  return new InvalidArgumentError('path', 'a literal path prefix such as "/admin"', path, hint);
}

/** With the escapes beyond ASCII decoded; `%2F` and `%25` would make another path. */
function readable(path: string): string {
  return path.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
}
