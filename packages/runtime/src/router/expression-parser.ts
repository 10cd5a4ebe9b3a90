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
  | { readonly kind: 'repeat'; readonly inner: Expression; readonly min: number; readonly max: number };

export const AT_START: Expression = { kind: 'place', holds: (_, index) => index === 0 };
export const AT_END: Expression = { kind: 'place', holds: ({ length }, index) => index === length };

const GROUP = /\((?:\?(?::|<[^=!>][^>]*>|([=!])))?/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
// A class, an escape of one character or a class of characters, or any other character.
const CHARACTER =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[dDwWsStnrvf0]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|[pP]\{[^}]+\}|[^A-Za-z0-9])|[^\\]/suy;
const WORD = /\w/;

/**
 * Parses the source of an expression that JavaScript accepts.
 *
 * @returns undefined when it holds what only JavaScript's own matching can do: a back-reference, a look-behind
 */
export function parseExpression(source: string, flags: string): Expression | undefined {
  const parser = new ExpressionParser(source, flags);
  const expression = parser.parseChoice();
  return parser.isAtEnd ? expression : undefined;
}

class ExpressionParser {
  readonly #source: string;
  readonly #flags: string;
  #index = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
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
    if (this.#take('^')) return AT_START;
    if (this.#take('$')) return AT_END;
    if (this.#take('\\b')) return { kind: 'place', holds: isWordBoundary };
    if (this.#take('\\B'))
      return { kind: 'place', holds: (characters, index) => !isWordBoundary(characters, index) };
    return undefined;
  }

  #parseGroup(): Expression | undefined {
    if (this.#source[this.#index] !== '(') return undefined;
    const start = this.#index;
    const sign = this.#match(GROUP)?.[1];
    const inner = this.parseChoice();
    if (!this.#take(')')) {
      this.#index = start;
      return undefined;
    }
    return sign === undefined ? inner : { kind: 'ahead', inner, negated: sign === '!' };
  }

  // JavaScript itself says which characters an atom accepts.
  #parseCharacter(): Expression | undefined {
    if ('(*+?'.includes(this.#source[this.#index] as string)) return undefined;
    const atom = this.#match(CHARACTER)?.[0];
    if (atom === undefined) return undefined;
    const whole = new RegExp(`^${/^[{}\]]$/.test(atom) ? `\\${atom}` : atom}$`, this.#flags);
    return { kind: 'character', accepts: (character) => whole.test(character) };
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

function isWordBoundary(characters: readonly string[], index: number): boolean {
  return WORD.test(characters[index - 1] ?? '') !== WORD.test(characters[index] ?? '');
}
