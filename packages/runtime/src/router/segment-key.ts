import type { Placeholder, Segment } from './path-pattern.ts';
import type { Tokens } from './route.ts';

/** Equal for the forms of paths that match the same: what their placeholders are called does not matter. */
export function formKey(segments: readonly Segment[], tokens: Tokens): string {
  let key = '';
  for (const segment of segments) key += `/${segmentKey(segment, tokens)}`;
  return key;
}

/** Equal for segments that accept the same. */
export function segmentKey(segment: Segment, tokens: Tokens): string {
  let key = '';
  for (const part of segment) key += typeof part === 'string' ? part : placeholderKey(part, tokens);
  return key;
}

/** The restriction of a placeholder, then its token, as far as there are such. */
export function expressionsOf({ name, restriction }: Placeholder, tokens: Tokens): (string | RegExp)[] {
  const expressions: (string | RegExp)[] = restriction === undefined ? [] : [restriction];
  const token = tokens !== undefined && Object.hasOwn(tokens, name) ? tokens[name] : undefined;
  return token === undefined ? expressions : [...expressions, token];
}

/** The same as text. */
export function sourcesOf(placeholder: Placeholder, tokens: Tokens): string[] {
  return expressionsOf(placeholder, tokens).map((item) => (typeof item === 'string' ? item : item.source));
}

/** The flags of the same that change what they match (rule R4). */
export function flagsOf(placeholder: Placeholder, tokens: Tokens): string {
  return expressionsOf(placeholder, tokens)
    .map((item) => (typeof item === 'string' ? '' : item.flags.replace(/[dgy]/g, '')))
    .join('');
}

function placeholderKey(placeholder: Placeholder, tokens: Tokens): string {
  if (placeholder.restriction === undefined && tokens === undefined) return '{}';
  const keys = expressionsOf(placeholder, tokens).map(expressionKey);
  const distinct = keys.length > 1 ? [...new Set(keys)].toSorted() : keys;
  return `{${placeholder.rest ? '*' : ''}${distinct.join('\n')}}`;
}

// The flags "g" and "y" change nothing (rule R4).
function expressionKey(expression: string | RegExp): string {
  const { source, flags } = new RegExp(expression);
  return `/${source}/${flags.replace(/[gy]/g, '')}`;
}
