/** The maximum number of columns of a printed line. */
export const MAX_LINE_WIDTH = 110;

/** The style of a file, so that inserted code looks like the rest. */
export interface TextStyle {
  readonly eol: '\n' | '\r\n';
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: "'" | '"';
  readonly semicolon: ';' | '';
  readonly json: boolean;
}

/** Detects the style of a file from its text. */
export function styleOf(text: string, file: string): TextStyle {
  const json = file.endsWith('.json');
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1 - crlf;
  return {
    eol: crlf > lf ? '\r\n' : '\n',
    indent: indentOf(text),
    quote: json || count(text, /"/g) > count(text, /'/g) ? '"' : "'",
    semicolon:
      count(text, /;[ \t]*(?:\/\/.*|\/\*.*\*\/[ \t]*)?$/gm) >=
      count(
        text,
        /^(?:import|export)\b(?! (?:abstract |async |default )*(?:class|function|interface)\b).*[^;{(\s][ \t]*$/gm,
      )
        ? ';'
        : '',
    json,
  };
}

/** The whitespace at the start of the line that `position` is on. */
export function indentationAt(text: string, position: number): string {
  const start = lineStart(text, position);
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

/** Whether only white space precedes `position` on its line. */
export function beginsLine(text: string, position: number): boolean {
  return text.slice(lineStart(text, position), position).trim() === '';
}

/** The end of the line that contains `position`, before its line break. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? Math.max(position, end - 1) : end;
}

/** The start of the line that contains `position`. */
export function lineStart(text: string, position: number): number {
  return position === 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1;
}

function indentOf(text: string): string {
  const counts = new Map<string, number>();
  for (const [, whitespace = ''] of text.matchAll(/^([ \t]+)[^\s*]/gm)) {
    const unit = whitespace.startsWith('\t') ? '\t' : whitespace;
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  if (counts.has('\t')) return '\t';
  return [...counts.keys()].toSorted((one, other) => one.length - other.length)[0] ?? '  ';
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
