/** A regular expression as a tree. */
export type Expression =
  /** One character. */
  | { readonly kind: 'character'; readonly accepts: (character: string) => boolean }
  /** A condition on a place between characters. */
  | { readonly kind: 'place'; readonly holds: (characters: readonly string[], index: number) => boolean }
  /** What follows must match, or must not. */
  | { readonly kind: 'ahead'; readonly inner: Expression; readonly negated: boolean }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly items: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly inner: Expression; readonly min: number; readonly max: number }
  /** What only JavaScript itself can match: a back-reference, a look-behind, a class that holds strings. */
  | { readonly kind: 'native'; readonly inner?: Expression };

export const AT_START: Expression = { kind: 'place', holds: (_, index) => index === 0 };
export const AT_END: Expression = { kind: 'place', holds: ({ length }, index) => index === length };

const AT_LINE_START: Expression = {
  kind: 'place',
  holds: (characters, index) => index === 0 || LINE_BREAK.test(characters[index - 1] as string),
};
const AT_LINE_END: Expression = {
  kind: 'place',
  holds: (characters, index) => index === characters.length || LINE_BREAK.test(characters[index] as string),
};
const LINE_BREAK = /[\n\r\u2028\u2029]/;
// With the sign of a look-ahead or a look-behind, or flags that hold within.
const GROUP = /\((?:\?(?::|<?([=!])|<[^=!>][^>]*>|[a-z-]+:))?/y;
const NATIVE_GROUP = /^\(\?(?:<[=!]|[a-z-])/;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const BACK_REFERENCE = /\\(?:[1-9]\d*|k<[^>]+>)/y;
// An escape of one character or a class of characters, or any other character.
const CHARACTER = /\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^1-9k])|[^\\]/sy;
const UNICODE_CHARACTER =
  /\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|[pP]\{[^}]+\}|[^1-9k])|[^\\]/suy;

/**
 * Parses the source of an expression that JavaScript accepts.
 *
 * @returns undefined when it holds what is not known here
 */
export function parseExpression(source: string, flags: string): Expression | undefined {
  const parser = new ExpressionParser(source, flags);
  const expression = parser.parseChoice();
  return parser.isAtEnd ? expression : undefined;
}

class ExpressionParser {
  readonly #source: string;
  readonly #flags: string;
  readonly #character: RegExp;
  readonly #word: RegExp;
  #index = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#character = /[uv]/.test(flags) ? UNICODE_CHARACTER : CHARACTER;
    this.#word = new RegExp('\\w', flags);
  }

  /** What cannot be parsed is where the parser stops. */
  get isAtEnd(): boolean {
    return this.#index === this.#source.length;
  }

  parseChoice(): Expression {
    const items = [this.#parseSequence()];
    while (this.#take('|')) items.push(this.#parseSequence());
    return items.length === 1 ? (items[0] as Expression) : { kind: 'choice', items };
  }

  #parseSequence(): Expression {
    const items: Expression[] = [];
    while (!this.isAtEnd && !'|)'.includes(this.#source[this.#index] as string)) {
      const item = this.#parseItem();
      if (item === undefined) break;
      items.push(item);
    }
    return items.length === 1 ? (items[0] as Expression) : { kind: 'sequence', items };
  }

  #parseItem(): Expression | undefined {
    const inner = this.#parsePlace() ?? this.#parseGroup() ?? this.#parseCharacter();
    const quantifier = inner && this.#match(QUANTIFIER);
    if (inner === undefined || quantifier === undefined) return inner;
    const [, sign, least, comma, most] = quantifier;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const exact = sign === '?' ? 1 : comma === undefined ? min : Number(most || Infinity);
    return { kind: 'repeat', inner, min, max: sign === '*' || sign === '+' ? Infinity : exact };
  }

  #parsePlace(): Expression | undefined {
    const perLine = this.#flags.includes('m');
    if (this.#take('^')) return perLine ? AT_LINE_START : AT_START;
    if (this.#take('$')) return perLine ? AT_LINE_END : AT_END;
    if (this.#take('\\b')) return this.#wordBoundary(true);
    if (this.#take('\\B')) return this.#wordBoundary(false);
    return undefined;
  }

  #wordBoundary(wanted: boolean): Expression {
    const isWord = (character: string | undefined): boolean => this.#word.test(character ?? '');
    return {
      kind: 'place',
      holds: (characters, index) => (isWord(characters[index - 1]) !== isWord(characters[index])) === wanted,
    };
  }

  #parseGroup(): Expression | undefined {
    if (this.#source[this.#index] !== '(') return undefined;
    const start = this.#index;
    const [open = '', sign] = this.#match(GROUP) ?? [];
    const inner = this.parseChoice();
    if (!this.#take(')')) {
      this.#index = start;
      return undefined;
    }
    if (NATIVE_GROUP.test(open)) return { kind: 'native', inner };
    return sign === undefined ? inner : { kind: 'ahead', inner, negated: sign === '!' };
  }

  // JavaScript itself says which characters an atom accepts.
  #parseCharacter(): Expression | undefined {
    if (this.isAtEnd || '(*+?'.includes(this.#source[this.#index] as string)) return undefined;
    if (this.#match(BACK_REFERENCE) !== undefined) return { kind: 'native' };
    const atom = this.#source[this.#index] === '[' ? this.#takeClass() : this.#match(this.#character)?.[0];
    if (atom === undefined) return undefined;
    if (this.#holdsStrings(atom)) return { kind: 'native' };
    const whole = new RegExp(`^${/^[{}\]]$/.test(atom) ? `\\${atom}` : atom}$`, this.#flags);
    return { kind: 'character', accepts: (character) => whole.test(character) };
  }

  // With the flag "v", classes nest.
  #takeClass(): string {
    const start = this.#index;
    let depth = 0;
    do {
      const character = this.#source[this.#index];
      if (character === '\\') this.#index++;
      else if (character === ']') depth--;
      else if (character === '[' && (depth === 0 || this.#flags.includes('v'))) depth++;
      this.#index++;
    } while (depth > 0 && !this.isAtEnd);
    return this.#source.slice(start, this.#index);
  }

  // With the flag "v", a class or a property may hold strings of several characters; JavaScript does not negate those.
  #holdsStrings(atom: string): boolean {
    if (!this.#flags.includes('v') || !/^(?:\[|\\p)/.test(atom)) return false;
    try {
      return !(new RegExp(`[^${atom}]`, this.#flags) instanceof RegExp);
    } catch {
      return true;
    }
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#index;
    const match = expression.exec(this.#source) ?? undefined;
    this.#index += match?.[0].length ?? 0;
    return match;
  }
}
