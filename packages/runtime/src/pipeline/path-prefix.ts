import { InvalidArgumentError } from '../error/coded-errors.ts';
import { canonicalPath } from '../message/canonical-path.ts';

/** A literal prefix that ends at a segment boundary, compared without regard to case (SEMANTICS P2). */
export class PathPrefix {
  /** Canonical, such as `/admin`. */
  readonly text: string;
  readonly #lowerCase: string;

  private constructor(text: string) {
    this.text = text;
    this.#lowerCase = text.toLowerCase();
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
    const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
    if (trimmed === '') return undefined;
    try {
      return new PathPrefix(canonicalPath(`/${trimmed}`));
    } catch {
      throw new InvalidArgumentError('path', 'a path prefix whose escapes are well-formed', path);
    }
  }

  matches(path: string): boolean {
    const { length } = this.text;
    if (path.length !== length && path[length] !== '/') return false;
    return path.startsWith(this.text) || path.slice(0, length).toLowerCase() === this.#lowerCase;
  }
}
