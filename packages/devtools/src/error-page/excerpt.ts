import type { SourceFiles } from './source-files.ts';
import type { SourcePlace } from './source-map.ts';

/** A line of a source file. The line that threw is split around the expression at the column of the throw. */
export interface ExcerptLine {
  readonly number: number;
  readonly text: string;
  readonly thrown?: { readonly before: string; readonly at: string; readonly after: string };
}

const LINES_AROUND = 5;
const LONGEST_LINE = 240;
const BEFORE_COLUMN = 80;

/** The lines around a place; empty if the source can't be read or has fewer lines. */
export function excerptOf(files: SourceFiles, { file, line, column }: SourcePlace): readonly ExcerptLine[] {
  const lines = files.read(file)?.split(/\r?\n/);
  if (lines === undefined || line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - LINES_AROUND);
  const shown = lines.slice(first - 1, line + LINES_AROUND);
  const indent = Math.min(...shown.filter((text) => text.trim() !== '').map(indentOf));
  return shown.map((text, index) => {
    const number = first + index;
    return number === line
      ? thrownLine(number, text, column - 1, indent)
      : { number, text: text.slice(indent, indent + LONGEST_LINE) };
  });
}

// A line may be a whole minified file, so only the part near the column is shown.
function thrownLine(number: number, text: string, column: number, indent: number): ExcerptLine {
  const start = column > LONGEST_LINE ? column - BEFORE_COLUMN : Math.min(indent, Math.max(column, 0));
  const near = text.slice(start, start + LONGEST_LINE);
  const at = /^(?:new\s+[\w$.]+|\.?[\w$]+|\S)/.exec(near.slice(Math.max(column - start, 0)))?.[0];
  if (column < 0 || at === undefined)
    return { number, text: near, thrown: { before: near, at: '', after: '' } };
  const before = near.slice(0, column - start);
  return { number, text: near, thrown: { before, at, after: near.slice(before.length + at.length) } };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
