import { lineEnd } from './text-style.ts';

/** Inserts text at a position. */
export function splice(text: string, position: number, inserted: string): string {
  return text.slice(0, position) + inserted + text.slice(position);
}

/** The position after a comment that ends the same line. */
export function afterComment(text: string, position: number, limit: number): number {
  const rest = text.slice(position, Math.min(limit, lineEnd(text, position)));
  const comment = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/(?=\s*$))/.exec(rest)?.[0];
  return position + (comment ?? '').trimEnd().length;
}

/** The position of the comma after an item, if there is one before the closing bracket. */
export function commaAfter(text: string, position: number, close: number): number | undefined {
  const index = position + afterItem(text, position, close).length;
  // Nothing else can follow an item within the brackets.
  return index < close ? index : undefined;
}

/** The position after the parentheses around an item. */
export function afterParentheses(text: string, position: number, close: number): number {
  const rest = afterItem(text, position, close);
  // A comment may contain parentheses too.
  const withoutComments = rest.replaceAll(COMMENTS, (comment) => ' '.repeat(comment.length));
  return position + withoutComments.lastIndexOf(')') + 1;
}

const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** The white space, comments and closing parentheses that follow an item. */
function afterItem(text: string, position: number, close: number): string {
  return /^(?:[\s)]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(position, close))?.[0] ?? '';
}
