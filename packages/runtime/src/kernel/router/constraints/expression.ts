import { type Build, character, repeated, sequence, union } from './automaton.ts';

/** The cost of matching a regular expression, and how to build an automaton for it. */
export interface Expression {
  /** The number of ways in which JavaScript's engine may match at one position. */
  readonly ways: number;
  /** The most steps of JavaScript's engine, which backtracks: repetitions multiply, and nested ones are exponential. */
  readonly steps: number;
  /** The number of states of the automaton, with repetitions written out. */
  readonly states: number;
  /** Undefined for look-arounds, back-references, modifiers and the flag "v", which the automaton can't run. */
  readonly build: Build | undefined;
}

// An escape, a class, the beginning of a group, a quantifier, or any other character.
const TOKEN =
  /\\(?:\d+|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\\\]])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gs;
// With the flag "u" or "v", a surrogate pair is one character.
const PAIR = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|[\ud800-\udbff][\udc00-\udfff]/;
// Braces are part of these escapes only with the flag "u" or "v".
const BRACED = /\\[pPu]\{[^}]*\}/;
// A back-reference by name exists only with one of these flags or beside a named group.
const NAMED = /\\k<[^>]*>/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/;
// With the flag "v", these may match strings of several lengths.
const STRINGS = /\\q|\\p\{(?:RGI|Basic_Emoji|Emoji_Keycap)/;
const NUMBERED_OR_CONTROL = /^\\(?:\d|k|c)/;
const PLAIN_GROUP = /^\((?:\?:|\?<\w+>)?$/;

/** @param longest the length of the longest value, in characters */
export function analyze(source: string, flags: string, longest: number): Expression {
  const isUnicode = /[uv]/.test(flags);
  const extra = [
    ...(isUnicode ? [BRACED, PAIR] : []),
    ...(isUnicode || /\(\?<\w/.test(source) ? [NAMED] : []),
    TOKEN,
  ];
  const token = new RegExp(extra.map((part) => part.source).join('|'), 'gs');
  return new Analysis(flags, longest).group((source.match(token) ?? []).values());
}

class Analysis {
  readonly #flags: string;
  readonly #longest: number;
  readonly #empty: Expression = { ways: 1, steps: 1, states: 1, build: (next) => next };

  constructor(flags: string, longest: number) {
    this.#flags = flags;
    this.#longest = longest;
  }

  /** Reads tokens up to the end of the group. */
  group(tokens: IterableIterator<string>): Expression {
    let others: Expression | undefined;
    let before = this.#empty;
    let last = this.#empty;
    for (const token of tokens) {
      const quantifier = QUANTIFIER.exec(token);
      if (token === ')') break;
      if (quantifier) last = this.#repeat(last, quantifier);
      else if (token === '|') {
        others = either(others, join(before, last));
        before = last = this.#empty;
      } else {
        before = join(before, last);
        last = this.#atom(token, tokens);
      }
    }
    return either(others, join(before, last));
  }

  #atom(token: string, tokens: IterableIterator<string>): Expression {
    if (/^\\(?:[1-9]|k<)/.test(token)) return { ways: 1, steps: this.#longest, states: 1, build: undefined };
    if (STRINGS.test(token)) {
      return { ways: 16 + token.length, steps: 16 + token.length, states: 1, build: undefined };
    }
    if (token.startsWith('(')) {
      const inner = this.group(tokens);
      if (PLAIN_GROUP.test(token)) return inner;
      // JavaScript's engine doesn't match a look-around in another way once it has matched.
      const ways = /^\(\?<?[=!]/.test(token) ? 1 : inner.ways;
      return { ...inner, ways, build: undefined };
    }
    const isCharacter = !this.#flags.includes('v') && !NUMBERED_OR_CONTROL.test(token);
    return { ...this.#empty, build: isCharacter ? character(token, this.#flags) : undefined };
  }

  #repeat({ ways, steps, states, build }: Expression, quantifier: RegExpExecArray): Expression {
    const [sign = '', least, comma, most] = quantifier;
    const min = least === undefined ? Number(sign.startsWith('+')) : Number(least);
    const max = sign.startsWith('?') ? 1 : least !== undefined && !comma ? min : Number(most || Infinity);
    const times = Math.min(Math.max(max, 1), this.#longest);
    return {
      ways: ways ** times * (1 + Math.max(0, times - min)),
      steps: steps * times * ways ** times,
      states: states * Math.max(1, min, max === Infinity ? 0 : max),
      build: build && repeated(build, min, max),
    };
  }
}

function join(one: Expression, next: Expression): Expression {
  return {
    ways: one.ways * next.ways,
    steps: one.steps + one.ways * next.steps,
    states: one.states + next.states,
    build: one.build && next.build && sequence(one.build, next.build),
  };
}

function either(one: Expression | undefined, other: Expression): Expression {
  if (one === undefined) return other;
  return {
    ways: one.ways + other.ways,
    steps: one.steps + other.steps,
    states: one.states + other.states,
    build: one.build && other.build && union(one.build, other.build),
  };
}
