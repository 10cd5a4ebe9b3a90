import { type Brackets, breakList } from './break-list.ts';
import { endOf, startOf } from './syntax.ts';
import {
  beginsLine,
  indentationAt,
  lineEnd,
  lineStart,
  type TextStyle,
  MAX_LINE_WIDTH,
} from './text-style.ts';
import { afterComment, afterParentheses, commaAfter, splice } from './comments.ts';

/**
 * Inserts one more item at the end of an array, an object, or the braces of an import: on a line of its own, with a
 * comma if the others have one. Names may share a line that doesn't become too long. Only white space of the list is
 * changed.
 *
 * @param print prints the item, with the indentation of its first line
 * @param mayShare whether it may share a line with others
 */
export function insertItem(
  text: string,
  brackets: Brackets,
  style: TextStyle,
  print: (indentation: string) => string,
  mayShare: boolean = !/[([{\n]/.test(print('')),
): string {
  const { open, close, items } = brackets;
  const last = items.at(-1);
  const [first = last] = items;
  const isOnOneLine = !text.slice(open, first === undefined ? close : startOf(first)).includes('\n');
  if (isOnOneLine) {
    const item = print(indentationAt(text, open));
    return (
      (mayShare ? extendLine(text, brackets, item) : undefined) ??
      breakList(text, brackets, style, print) ??
      appended(text, brackets, item)
    );
  }
  if (first === undefined || last === undefined) return insertFirst(text, open, close, style, print);
  const comma = commaAfter(text, endOf(last), close);
  const sample = beginsLine(text, startOf(last)) ? last : first;
  const indentation = indentationAt(text, startOf(sample));
  const line = `${style.eol}${indentation}${print(indentation)}`;
  if (comma !== undefined) return splice(text, afterComment(text, comma + 1, close), `${line},`);
  const end = afterParentheses(text, endOf(last), close);
  return splice(splice(text, afterComment(text, end, close), line), end, ',');
}

/** Adds a name to a list on one line, if the line doesn't become too long. */
function extendLine(text: string, { open, close, items }: Brackets, item: string): string | undefined {
  const pad = text[open] === '{' ? ' ' : '';
  const isEmpty = text.slice(open + 1, close).trim() === '';
  if (items.length === 0 && !isEmpty) return undefined;
  const extended = isEmpty
    ? `${text.slice(0, open + 1)}${pad}${item}${pad}${text.slice(close)}`
    : appended(text, { open, close, items }, item);
  const closed = close + extended.length - text.length + 1;
  const end = lineEnd(extended, open);
  // A function after the array doesn't become shorter when the array is broken.
  const hasFunction = extended.slice(closed, end).includes('=>');
  return (hasFunction ? closed : end) - lineStart(extended, open) > MAX_LINE_WIDTH ? undefined : extended;
}

/** Adds an item after the last one, on the same line. */
function appended(text: string, { close, items }: Brackets, item: string): string {
  const end = endOf(items.at(-1) ?? {});
  const comma = commaAfter(text, end, close);
  if (comma !== undefined) return splice(text, comma + 1, ` ${item},`);
  return splice(text, afterParentheses(text, end, close), `, ${item}`);
}

/** Inserts the first item into brackets that span several lines. */
function insertFirst(
  text: string,
  open: number,
  close: number,
  style: TextStyle,
  print: (indentation: string) => string,
): string {
  const inner = text.slice(open + 1, close);
  const outside = indentationAt(text, open);
  const indentation = outside + style.indent;
  const position = open + 1 + inner.trimEnd().length;
  const needsBreak = !text.slice(position, close).includes('\n');
  const line = `${style.eol}${indentation}${print(indentation)}${style.json ? '' : ','}`;
  return splice(text, position, needsBreak ? `${line}${style.eol}${outside}` : line);
}
