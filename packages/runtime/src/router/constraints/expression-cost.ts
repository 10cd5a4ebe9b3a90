/** What it may cost to match an expression. */
export interface ExpressionCost {
  /** How many steps JavaScript takes at most, which goes back and tries again: repetitions multiply, and one inside another is exponential. */
  readonly steps: number;
  /** How many states an automaton has, with repetitions written out. */
  readonly states: number;
}

interface Cost extends ExpressionCost {
  /** In how many ways it may match at one place. */
  readonly ways: number;
}

// An escape, a class, the beginning of a group, a quantifier, or any other character.
const TOKEN =
  /\\(?:[1-9]\d*|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\\\]])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gs;
// Only these flags give the braces a meaning; else they are a quantifier of "p" or "u".
const BRACED = /\\[pPu]\{[^}]*\}/;
// Only with the flag "u" or "v", or beside a named group.
const NAMED = /\\k<[^>]*>/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/;
// With the flag "v", what may take texts of several lengths.
const TEXTS = /\\q|\\p\{(?:RGI|Basic_Emoji|Emoji_Keycap)/;

/** @param longest the length of the longest value, in characters */
export function costOf(source: string, flags: string, longest: number): ExpressionCost {
  const isUnicode = /[uv]/.test(flags);
  const extra = [
    ...(isUnicode ? [BRACED] : []),
    ...(isUnicode || /\(\?<\w/.test(source) ? [NAMED] : []),
    TOKEN,
  ];
  const token = new RegExp(extra.map((part) => part.source).join('|'), 'gs');
  return new Estimate(longest).groupCost((source.match(token) ?? []).values());
}

class Estimate {
  readonly #longest: number;
  readonly #one: Cost = { ways: 1, steps: 1, states: 1 };

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The cost up to the end of the group. */
  groupCost(tokens: IterableIterator<string>): Cost {
    let others: Cost = { ways: 0, steps: 0, states: 0 };
    let before = this.#one;
    let last = this.#one;
    for (const token of tokens) {
      const quantifier = QUANTIFIER.exec(token);
      if (token === ')') break;
      if (quantifier) last = this.#repeated(last, quantifier);
      else if (token === '|') {
        others = either(others, joined(before, last));
        before = last = this.#one;
      } else {
        before = joined(before, last);
        last = this.#atomCost(token, tokens);
      }
    }
    return either(others, joined(before, last));
  }

  #atomCost(token: string, tokens: IterableIterator<string>): Cost {
    if (/^\\(?:[1-9]|k<)/.test(token)) return { ways: 1, steps: this.#longest, states: 1 };
    if (TEXTS.test(token)) return { ways: 16 + token.length, steps: 16 + token.length, states: 1 };
    if (!token.startsWith('(')) return this.#one;
    const inner = this.groupCost(tokens);
    // JavaScript tries a look-ahead or look-behind that has matched in no other way.
    return /^\(\?<?[=!]/.test(token) ? { ...inner, ways: 1 } : inner;
  }

  #repeated({ ways, steps, states }: Cost, [sign = '', least, comma, most]: RegExpExecArray): Cost {
    const min = least === undefined ? Number(sign.startsWith('+')) : Number(least);
    const max = sign.startsWith('?') ? 1 : least !== undefined && !comma ? min : Number(most || Infinity);
    const times = Math.min(Math.max(max, 1), this.#longest);
    return {
      ways: ways ** times * (1 + Math.max(0, times - min)),
      steps: steps * times * ways ** times,
      states: states * Math.max(1, min, max === Infinity ? 0 : max),
    };
  }
}

function joined(one: Cost, next: Cost): Cost {
  return {
    ways: one.ways * next.ways,
    steps: one.steps + one.ways * next.steps,
    states: one.states + next.states,
  };
}

function either(one: Cost, other: Cost): Cost {
  return {
    ways: one.ways + other.ways,
    steps: one.steps + other.steps,
    states: one.states + other.states,
  };
}
