/** In characters; Node refuses longer request lines. */
export const LONGEST_VALUE = 16_384;

// An escape, a class, the beginning of a group, a quantifier, or any other character.
const TOKEN =
  /\\(?:k<[^>]*>|[1-9]\d*|[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\\\]])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gs;

/** In how many ways a part of an expression may match at one place, and how many steps it takes to try them all. */
interface Cost {
  readonly ways: number;
  readonly steps: number;
}

const ONE: Cost = { ways: 1, steps: 1 };
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??$/;
// With the flag "v", what may take texts of several lengths.
const TEXTS = /\\q|\\p\{(?:RGI|Basic_Emoji|Emoji_Keycap)/;

/**
 * How many steps JavaScript takes at most for the longest value. JavaScript goes back and tries again, so that
 * repetitions multiply, and one inside another is exponential.
 */
export function mostSteps(source: string): number {
  return costOf((source.match(TOKEN) ?? []).values()).steps;
}

/** The cost up to the end of the group. */
function costOf(tokens: IterableIterator<string>): Cost {
  let others: Cost = { ways: 0, steps: 0 };
  let before = ONE;
  let last = ONE;
  for (const token of tokens) {
    const quantifier = QUANTIFIER.exec(token);
    if (token === ')') break;
    if (quantifier) last = repeated(last, quantifier);
    else if (token === '|') {
      others = either(others, joined(before, last));
      before = last = ONE;
    } else {
      before = joined(before, last);
      last = atom(token, tokens);
    }
  }
  return either(others, joined(before, last));
}

function atom(token: string, tokens: IterableIterator<string>): Cost {
  if (/^\\(?:[1-9]|k<)/.test(token)) return { ways: 1, steps: LONGEST_VALUE };
  if (TEXTS.test(token)) return { ways: 16 + token.length, steps: 16 + token.length };
  if (!token.startsWith('(')) return ONE;
  const inner = costOf(tokens);
  // JavaScript tries a look-ahead or look-behind that has matched in no other way.
  return /^\(\?<?[=!]/.test(token) ? { ways: 1, steps: inner.steps } : inner;
}

function repeated({ ways, steps }: Cost, [sign = '', least, comma, most]: RegExpExecArray): Cost {
  const min = least === undefined ? Number(sign.startsWith('+')) : Number(least);
  const max = sign.startsWith('?') ? 1 : least !== undefined && !comma ? min : Number(most || Infinity);
  const times = Math.min(Math.max(max, 1), LONGEST_VALUE);
  return { ways: ways ** times * (1 + Math.max(0, times - min)), steps: steps * times * ways ** times };
}

function joined(one: Cost, next: Cost): Cost {
  return { ways: one.ways * next.ways, steps: one.steps + one.ways * next.steps };
}

function either(one: Cost, other: Cost): Cost {
  return { ways: one.ways + other.ways, steps: one.steps + other.steps };
}
