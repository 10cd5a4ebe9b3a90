import { canonicalPath, PathPrefix } from 'fw-runtime/internal';

/** Whether a segment of a canonical path is a spelling of a literal, as path prefixes compare them (rule P2). */
export function isSpellingOf(literal: string, segment: string): boolean {
  if (literal === segment || literal.toLowerCase() === segment.toLowerCase()) return true;
  // Only letters beyond ASCII, which are escaped, may be equal and look otherwise.
  if (literal === '' || segment === '' || !`${literal}${segment}`.includes('%')) return false;
  return PathPrefix.from(`/${literal}`)?.matches(`/${segment}`) === true;
}

/** Literals to which a segment can be compared. */
export class Literals {
  static readonly NONE: Literals = new Literals(new Set(), []);
  readonly #plain: ReadonlySet<string>;
  readonly #escaped: readonly string[];

  private constructor(plain: ReadonlySet<string>, escaped: readonly string[]) {
    this.#plain = plain;
    this.#escaped = escaped;
  }

  with(literal: string): Literals {
    return literal.includes('%')
      ? new Literals(this.#plain, [...this.#escaped, literal])
      : new Literals(new Set(this.#plain).add(literal.toLowerCase()), this.#escaped);
  }

  /** Whether a segment is a spelling of one of them. */
  has(segment: string): boolean {
    if (this.#plain.has(segment.toLowerCase())) return true;
    const others = segment.includes('%') ? [...this.#plain, ...this.#escaped] : this.#escaped;
    return others.some((literal) => isSpellingOf(literal, segment));
  }
}

/** Spellings of one segment. */
export interface Spellings {
  /** Canonical. */
  readonly texts: readonly string[];
  /** Whether there are no others. */
  readonly complete: boolean;
}

// A segment of ten letters has a thousand.
const MOST = 2048;
// Not all letters that are equal without regard to case are the two cases of one: these are beyond ASCII.
const FURTHER: Readonly<Record<string, string>> = { s: '%C5%BF', k: '%E2%84%AA' };

/** The canonical segments that are spellings of a literal, the usual ones first. */
export function spellingsOf(literal: string): Spellings {
  const units = literal.match(/(?:%[0-9A-F]{2})+|[^]/g) ?? [];
  let texts: readonly string[] = [''];
  let complete = true;
  for (const unit of units) {
    const choices = choicesOf(unit);
    complete &&= choices.complete;
    const longer = texts.flatMap((text) => choices.texts.map((choice) => text + choice));
    if (longer.length > MOST) {
      complete = false;
      texts = texts.map((text) => text + unit);
    } else texts = longer;
  }
  const usual = [literal, literal.toLowerCase(), literal.toUpperCase()].map(segmentOf);
  return {
    texts: [...new Set([...usual, ...texts])].filter((text) => isSpellingOf(literal, text)),
    complete,
  };
}

function choicesOf(unit: string): Spellings {
  if (/^[A-Za-z]$/.test(unit)) {
    const [lower, upper] = [unit.toLowerCase(), unit.toUpperCase()];
    return {
      texts: [lower, upper, ...(FURTHER[lower] === undefined ? [] : [FURTHER[lower]])],
      complete: true,
    };
  }
  const hasLetters = /^%[89A-F]/.test(unit);
  return { texts: [unit], complete: !hasLetters };
}

// Upper and lower case of what is escaped may not be canonical.
function segmentOf(text: string): string {
  try {
    return canonicalPath(`/${text}`).slice(1);
  } catch {
    return text;
  }
}
