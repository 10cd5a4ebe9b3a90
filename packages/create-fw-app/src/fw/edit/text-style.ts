/** How many columns a line that is written has at most. */
export const MAX_LINE_WIDTH = 110;

/** How a file is written, so that what is inserted looks like the rest of it. */
export interface TextStyle {
  readonly eol: '\n' | '\r\n';
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: "'" | '"';
  readonly semicolon: ';' | '';
  readonly json: boolean;
}

/** Tells the style of a file from its text. */
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

/** Whether nothing but whitespace stands before `position` on its line. */
export function beginsLine(text: string, position: number): boolean {
  return text.slice(lineStart(text, position), position).trim() === '';
}

/** Where the line that `position` is on ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? Math.max(position, end - 1) : end;
}

/** Where the line that `position` is on begins. */
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
