import type { Placeholder } from '../pattern-forms.ts';
import { createValueTest, type ValueTest } from './value-test.ts';

/** The option `tokens` of a route: constraints by placeholder, beside those in the path. */
export type Tokens = Readonly<Record<string, string | RegExp>> | undefined;

/**
 * Tests whole values against a regular expression of a user (rule R4).
 *
 * @param expression matches the whole value without anchors; the flags `d`, `g` and `y` change nothing
 * @throws SyntaxError when the expression is malformed, RangeError when it can take exponential time
 */
export function wholeValueTest(expression: string | RegExp): ValueTest {
  const { source, flags } = new RegExp(expression);
  return createValueTest(source, effectiveFlags(flags));
}

/**
 * Whether a decoded value satisfies both constraints of a placeholder.
 *
 * @returns undefined when the placeholder has no constraint
 */
export function valueCheck({ name, accepts, rest }: Placeholder, tokens: Tokens): ValueTest | undefined {
  // `.*` and `.+` only say whether a rest may be empty; it may contain line breaks.
  const inPath = rest ? undefined : accepts;
  const token = tokenOf(name, tokens);
  if (token === undefined) return inPath;
  const second = wholeValueTest(token);
  return inPath === undefined ? second : (value) => inPath(value) && second(value);
}

/** The constraint in the path, then the token, as far as the placeholder has them. */
export function expressionsOf({ name, restriction }: Placeholder, tokens: Tokens): (string | RegExp)[] {
  return [restriction, tokenOf(name, tokens)].filter((expression) => expression !== undefined);
}

/** The sources of the constraints. */
export function sourcesOf(placeholder: Placeholder, tokens: Tokens): string[] {
  return expressionsOf(placeholder, tokens).map((item) => (typeof item === 'string' ? item : item.source));
}

/** The flags of the constraints that change what they match (rule R4). */
export function flagsOf(placeholder: Placeholder, tokens: Tokens): string {
  return expressionsOf(placeholder, tokens)
    .map((item) => (typeof item === 'string' ? '' : effectiveFlags(item.flags)))
    .join('');
}

/** Equal for placeholders that accept the same values. Names are not compared. */
export function placeholderKey(placeholder: Placeholder, tokens: Tokens): string {
  const keys = expressionsOf(placeholder, tokens).map((expression) => {
    const { source, flags } = new RegExp(expression);
    return `/${source}/${effectiveFlags(flags)}`;
  });
  return `{${placeholder.rest ? '*' : ''}${[...new Set(keys)].toSorted().join('\n')}}`;
}

function tokenOf(name: string, tokens: Tokens): string | RegExp | undefined {
  return tokens !== undefined && Object.hasOwn(tokens, name) ? tokens[name] : undefined;
}

function effectiveFlags(flags: string): string {
  return flags.replace(/[dgy]/g, '');
}
