import { beginsLine, indentationAt, lineEnd, type TextStyle } from './text-style.ts';
import { endOf, type Placed, startOf } from './syntax.ts';

/** The brackets around a list, and what is in it. */
export interface Brackets {
  /** Where the opening bracket stands. */
  readonly open: number;
  /** Where the closing bracket stands. */
  readonly close: number;
  readonly items: readonly Placed[];
}

/**
 * Inserts one more item at the end of a list, a map, or the braces of an import: on a line of its own where the others
 * are, with a comma where the others have one. Nothing that stands there is changed.
 *
 * @param print writes the item, given the indentation of its first line
 */
export function insertItem(
  text: string,
  { open, close, items }: Brackets,
  style: TextStyle,
  print: (indentation: string) => string,
): string {
  const last = items.at(-1);
  if (last === undefined) return insertFirst(text, open, close, style, print);
  const [first = last] = items;
  const comma = commaAfter(text, endOf(last), close);
  if (!text.slice(open, startOf(first)).includes('\n')) {
    const item = print(indentationAt(text, open));
    if (comma === undefined) return splice(text, afterParentheses(text, endOf(last), close), `, ${item}`);
    return splice(text, comma + 1, ` ${item},`);
  }
  const sample = beginsLine(text, startOf(last)) ? last : first;
  const indentation = indentationAt(text, startOf(sample));
  const line = `${style.eol}${indentation}${print(indentation)}`;
  if (comma !== undefined) return splice(text, afterComment(text, comma + 1, close), `${line},`);
  const end = afterParentheses(text, endOf(last), close);
  return splice(splice(text, afterComment(text, end, close), line), end, ',');
}

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

function insertFirst(
  text: string,
  open: number,
  close: number,
  style: TextStyle,
  print: (indentation: string) => string,
): string {
  const inner = text.slice(open + 1, close);
  const outside = indentationAt(text, inner.includes('\n') ? close : open);
  const indentation = outside + style.indent;
  const comma = style.json ? '' : ',';
  if (inner.trim() !== '' || inner.includes('\n')) {
    const position = open + 1 + inner.trimEnd().length;
    const needsBreak = !text.slice(position, close).includes('\n');
    const line = `${style.eol}${indentation}${print(indentation)}${comma}`;
    return splice(text, position, needsBreak ? `${line}${style.eol}${outside}` : line);
  }
  if (!text.slice(0, open).includes('\n')) {
    const pad = text[open] === '{' ? ' ' : '';
    return splice(text, open + 1, `${pad}${print(outside)}${inner === '' ? pad : ''}`);
  }
  return splice(
    text,
    open + 1,
    `${style.eol}${indentation}${print(indentation)}${comma}${style.eol}${outside}`,
  );
}

/** Where the comma behind an item stands, if there is one before the closing bracket. */
function commaAfter(text: string, position: number, close: number): number | undefined {
  const index = skip(text, position, close, /^[\s)]+/);
  return text[index] === ',' && index < close ? index : undefined;
}

function afterParentheses(text: string, position: number, close: number): number {
  const index = skip(text, position, close, /^[\s)]+/);
  const parenthesis = text.slice(position, index).lastIndexOf(')');
  return position + parenthesis + 1;
}

/** Skips whitespace and comments. */
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
