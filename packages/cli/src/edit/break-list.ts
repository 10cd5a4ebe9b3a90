import { endOf, type Placed, startOf } from './syntax.ts';
import { indentationAt, type TextStyle } from './text-style.ts';
import { afterComment, afterParentheses, commaAfter, splice } from './comments.ts';

/** The brackets around a list, and its items. */
export interface Brackets {
  /** The position of the opening bracket. */
  readonly open: number;
  /** The position of the closing bracket. */
  readonly close: number;
  readonly items: readonly Placed[];
}

/** The brackets of an array or an object. */
export function bracketsOf(node: Placed, items: readonly Placed[]): Brackets {
  return { open: startOf(node), close: endOf(node) - 1, items };
}

/**
 * Puts each item of a list on a line of its own, changing only the white space between them.
 *
 * @param print writes one more item at the end, given the indentation of its first line. JSON needs it, because it
 *   allows no comma behind the last item
 * @returns undefined when lines would have to be moved that may be part of a string
 */
export function breakList(
  text: string,
  { open, close, items }: Brackets,
  style: TextStyle,
  print?: (indentation: string) => string,
): string | undefined {
  const outside = indentationAt(text, open);
  const indentation = outside + style.indent;
  const lines: string[] = [];
  let position = open + 1;
  for (const item of items) {
    const comma = commaAfter(text, endOf(item), close);
    const end = comma === undefined ? afterParentheses(text, endOf(item), close) : comma + 1;
    const next = afterComment(text, end, close);
    const line = moved(text, position, next, startOf(item), indentation);
    if (line === undefined) return undefined;
    lines.push(comma === undefined ? splice(line, line.length - (next - end), ',') : line);
    position = next;
  }
  if (print !== undefined) lines.push(print(indentation) + (style.json ? '' : ','));
  const rest = text.slice(position, close).trim();
  if (rest !== '') lines.push(rest);
  const separator = style.eol + indentation;
  const inner = lines.map((line) => separator + line).join('');
  return text.slice(0, open + 1) + inner + style.eol + outside + text.slice(close);
}

/** The text of an item, with its further lines indented like its new first line. */
function moved(
  text: string,
  start: number,
  end: number,
  itemStart: number,
  indentation: string,
): string | undefined {
  const line = text.slice(start, end).trim();
  if (!line.includes('\n')) return line;
  const present = indentationAt(text, itemStart);
  if (present === indentation) return line;
  if (/`|\\\r?\n/.test(line) || !indentation.startsWith(present)) return undefined;
  return line.replaceAll(/\n(?=[^\r\n])/g, `\n${indentation.slice(present.length)}`);
}
