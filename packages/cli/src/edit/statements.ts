import { endOf, type Placed, startOf } from './syntax.ts';
import { beginsLine, indentationAt, type TextStyle } from './text-style.ts';
import { afterComment, splice } from './comments.ts';

/** Braces and the statements inside. */
export interface Block {
  /** The position of the opening brace. */
  readonly open: number;
  /** The position of the closing brace. */
  readonly close: number;
  readonly statements: readonly Placed[];
}

/** Adds a statement at the end of a block, with each statement on a line of its own. */
export function addStatement(text: string, block: Block, style: TextStyle, line: string): string {
  const { open, close, statements } = block;
  const last = statements.at(-1);
  if (last !== undefined && beginsLine(text, startOf(last))) {
    const position = afterComment(text, endOf(last), close);
    return splice(text, position, `${style.eol}${indentationAt(text, startOf(last))}${line}`);
  }
  if (last !== undefined) return breakBlock(text, block, style, line);
  const outside = indentationAt(text, close);
  const inner = text.slice(open + 1, close);
  const position = open + 1 + inner.trimEnd().length;
  const closing = text.slice(position, close).includes('\n') ? '' : `${style.eol}${outside}`;
  return splice(text, position, `${style.eol}${outside}${style.indent}${line}${closing}`);
}

/** Puts each statement on a line of its own, and one more after them. */
function breakBlock(
  text: string,
  { open, close, statements }: Block,
  style: TextStyle,
  line: string,
): string {
  const outside = indentationAt(text, open);
  const separator = style.eol + outside + style.indent;
  let broken = '';
  let position = open + 1;
  for (const statement of statements) {
    const end = afterComment(text, endOf(statement), close);
    broken += separator + text.slice(position, end).trim();
    position = end;
  }
  const rest = text.slice(position, close).trim();
  const after = (rest === '' ? '' : separator + rest) + style.eol + outside;
  return text.slice(0, open + 1) + broken + separator + line + after + text.slice(close);
}
