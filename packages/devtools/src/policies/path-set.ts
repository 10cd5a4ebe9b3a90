import type { Segment, Tokens } from 'fw-runtime/internal';
import { isSpellingOf, Literals } from './path-literal.ts';
import { PathForm, type PathPart } from './path-form.ts';

/** A property of a path that must be known: whether it has a segment at an index, or which segment. */
export interface Question {
  readonly index: number;
  /** Compared ignoring case; when absent, the question is whether there is a segment. */
  readonly literal?: string;
}

type Answer = boolean | Question;

interface Bounds {
  /** The number of segments of a path. */
  readonly least: number;
  readonly most: number;
  readonly equal: ReadonlyMap<number, string>;
  readonly unequal: ReadonlyMap<number, Literals>;
}

/**
 * Canonical request paths, described by the routes that they match, how many segments they have, and which literals single
 * segments are, or are not, ignoring case. Segments are counted from 0 behind the leading "/".
 */
export class PathSet {
  readonly forms: readonly PathForm[];
  readonly #bounds: Bounds;

  private constructor(forms: readonly PathForm[], bounds: Bounds) {
    this.forms = forms;
    this.#bounds = bounds;
  }

  /** The set with a single path. */
  static of(path: string): PathSet {
    const texts = path.slice(1).split('/');
    return PathSet.matching([
      new PathForm(
        texts.map((text) => [text]),
        0,
        undefined,
      ),
    ])[0] as PathSet;
  }

  /** The paths that match all of these forms. */
  static matching(forms: readonly PathForm[]): PathSet[] {
    const none = { equal: new Map(), unequal: new Map() };
    const least = Math.max(...forms.map((form) => form.least));
    const most = Math.min(...forms.map((form) => form.most));
    const sets = least > most ? [] : [new PathSet(forms, { least, most, ...none })];
    // Below a path prefix, an empty rest is "/" too (rule P3).
    const bare = forms.filter((form) => form.mayBeBare);
    const others = forms.filter((form) => !form.mayBeBare);
    const bareLength = bare[0]?.offset;
    const fits = bare.every(({ offset }) => offset === bareLength) && bareLength !== undefined;
    if (fits && others.every((form) => form.least <= bareLength && bareLength <= form.most)) {
      sets.push(new PathSet(others, { least: bareLength, most: bareLength, ...none }));
    }
    return sets;
  }

  get least(): number {
    return this.#bounds.least;
  }

  get most(): number {
    return this.#bounds.most;
  }

  /** The segment that is known to be at an index, ignoring case. */
  literalAt(index: number): string | undefined {
    return this.#bounds.equal.get(index);
  }

  /** The segments that are known not to be at an index. */
  excludedAt(index: number): Literals {
    return this.#bounds.unequal.get(index) ?? Literals.NONE;
  }

  /** The notation in messages, such as `/admin/{id}`; `*` is any segment, `**` any further ones. */
  get shown(): string {
    const segments = Array.from(
      { length: this.least },
      (_, index) => this.literalAt(index) ?? this.partsAt(index)[0]?.shown ?? '*',
    );
    return `/${[...segments, ...(this.most === Infinity ? ['**'] : [])].join('/')}`;
  }

  /** The parts that the forms have at an index; empty where any segment is allowed. */
  partsAt(index: number): PathPart[] {
    return this.forms.map((form) => form.partAt(index)).filter((part) => part !== undefined);
  }

  /** Whether the paths are below a prefix, after outer prefixes have removed this number of segments. */
  isBelow(prefix: readonly string[], offset: number): Answer {
    for (const [step, literal] of prefix.entries()) {
      const has = this.#has(offset + step);
      if (typeof has === 'object') return has;
      // The path within a prefix is "/" when no segments remain.
      const answer = has ? this.#is(offset + step, literal) : step === 0 && offset > 0 && literal === '';
      if (answer !== true) return answer;
    }
    return true;
  }

  /**
   * Whether the paths match a pattern.
   *
   * @param pattern its segments; `*` is any segment, `**` at the end is any number of further segments
   */
  matches(pattern: readonly string[]): Answer {
    for (const [index, literal] of pattern.entries()) {
      if (literal === '**') return true;
      const has = this.#has(index);
      if (has !== true) return has;
      const answer = literal === '*' || this.#is(index, literal);
      if (answer !== true) return answer;
    }
    const longer = this.#has(pattern.length);
    return typeof longer === 'object' ? longer : !longer;
  }

  /** Splits the paths into the paths for "yes" and the paths for "no". Empty sets are left out. */
  split({ index, literal }: Question): PathSet[] {
    const { least, most, equal, unequal } = this.#bounds;
    if (literal === undefined) {
      return [this.#with({ least: index + 1 }), this.#with({ most: index })].filter(
        (set) => set.least <= set.most,
      );
    }
    const excluded = this.excludedAt(index).with(literal);
    const isNone = this.partsAt(index).some((part) => part.values?.every((value) => excluded.has(value)));
    const yes = new PathSet(this.forms, {
      least,
      most,
      equal: new Map([...equal, [index, literal]]),
      unequal,
    });
    return isNone ? [yes] : [yes, this.#with({ unequal: new Map([...unequal, [index, excluded]]) })];
  }

  #with(bounds: Partial<Bounds>): PathSet {
    return new PathSet(this.forms, { ...this.#bounds, ...bounds });
  }

  #has(index: number): Answer {
    if (index < this.least) return true;
    return index >= this.most ? false : { index };
  }

  #is(index: number, literal: string): Answer {
    const known = this.literalAt(index);
    if (known !== undefined) return isSpellingOf(known, literal);
    if (this.excludedAt(index).has(literal)) return false;
    const answers = new Set(this.partsAt(index).map((part) => part.isSpelling(literal)));
    if (answers.has(false)) return false;
    return answers.has(true) ? true : { index, literal };
  }
}

/** The forms of a path that the optional parts of a route allow. */
export function formsOf(
  variants: readonly (readonly Segment[])[],
  offset: number,
  tokens: Tokens,
): PathForm[] {
  return variants.map((segments) => new PathForm(segments, offset, tokens));
}
