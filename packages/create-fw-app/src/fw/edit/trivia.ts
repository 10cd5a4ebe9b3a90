import { lineEnd } from './text-style.ts';

/** Inserts text at a position. */
export function splice(text: string, position: number, inserted: string): string {
  return text.slice(0, position) + inserted + text.slice(position);
}

/** Behind the comment that follows on the same line, when nothing else does. */
export function afterComment(text: string, position: number, limit: number): number {
  const rest = text.slice(position, Math.min(limit, lineEnd(text, position)));
  const comment = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/(?=\s*$))/.exec(rest)?.[0];
  return position + (comment ?? '').trimEnd().length;
}

/** Where the comma behind an item stands, if there is one before the closing bracket. */
export function commaAfter(text: string, position: number, close: number): number | undefined {
  const index = skip(text, position, close, /^[\s)]+/);
  return text[index] === ',' && index < close ? index : undefined;
}

/** Behind the parentheses around an item that ends at a position. */
export function afterParentheses(text: string, position: number, close: number): number {
  const index = skip(text, position, close, /^[\s)]+/);
  const parenthesis = text.slice(position, index).lastIndexOf(')');
  return position + parenthesis + 1;
}

/** Skips what is blank, and comments. */
function skip(text: string, position: number, close: number, blank: RegExp): number {
  let index = position;
  while (index < close) {
    const rest = text.slice(index, close);
    const skipped = blank.exec(rest) ?? /^\/\/[^\n]*|^\/\*[\s\S]*?\*\//.exec(rest);
    if (skipped === null) break;
    index += skipped[0].length;
  }
  return index;
}
