import type { Placeholder, Segment } from './path-pattern.ts';
import type { RouteOptions } from './route.ts';

type Tokens = RouteOptions['tokens'];

/** Equal for the forms of paths that match the same: what their placeholders are called does not matter. */
export function formKey(segments: readonly Segment[], tokens: Tokens): string {
  return `/${segments.map((segment) => segmentKey(segment, tokens)).join('/')}`;
}

/** Equal for segments that accept the same. */
export function segmentKey(segment: Segment, tokens: Tokens): string {
  return segment.map((part) => (typeof part === 'string' ? part : placeholderKey(part, tokens))).join('');
}

/** The token of a placeholder; undefined when it has none. */
export function tokenOf({ name }: Placeholder, tokens: Tokens): string | RegExp | undefined {
  return tokens !== undefined && Object.hasOwn(tokens, name) ? tokens[name] : undefined;
}

function placeholderKey(placeholder: Placeholder, tokens: Tokens): string {
  const expressions = [placeholder.restriction, tokenOf(placeholder, tokens)]
    .filter((expression) => expression !== undefined)
    .map(expressionKey);
  return `{${placeholder.rest ? '*' : ''}${[...new Set(expressions)].toSorted().join('\n')}}`;
}

// The flags "g" and "y" change nothing (SEMANTICS R4).
function expressionKey(expression: string | RegExp): string {
  const { source, flags } = new RegExp(expression);
  return `/${source}/${flags.replace(/[gy]/g, '')}`;
}
