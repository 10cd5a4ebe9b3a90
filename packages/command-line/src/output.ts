import { styleText } from 'node:util';

export type Paint = (format: 'bold' | 'cyan' | 'green' | 'red', text: string) => string;

/** The output of a command. */
export interface Output {
  print(text: string): void;
  /** Prints a value as JSON. */
  json(value: unknown): void;
  readonly paint: Paint;
  /**
   * The width of the terminal in columns; absent when the output is not a terminal, so that programs read one row per
   * line.
   */
  readonly columns?: number;
}

export function outputOf({ stdout, env }: NodeJS.Process): Output {
  const print = (text: string): void => void stdout.write(`${text}\n`);
  const json = (value: unknown): void => print(JSON.stringify(value, null, 2));
  const paint = painterFor(stdout, env);
  return stdout.isTTY
    ? { print, json, paint, columns: stdout.columns || DEFAULT_COLUMNS }
    : { print, json, paint };
}

/** Colours text for a stream: only on a terminal, and not when the environment sets `NO_COLOR`. */
export function painterFor(output: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const coloured = output.isTTY && !env['NO_COLOR'];
  return (format, text) => (coloured ? styleText(format, text, { validateStream: false }) : text);
}

/** The maximum width of help, lists and menus in columns. */
export const DEFAULT_COLUMNS = 80;
// A last column that would be narrower, or narrower than a word in it, starts on a line of its own.
const MIN_COLUMNS = 24;

/**
 * Rows with their columns aligned; the last column is not padded.
 *
 * @param columns the maximum width of a line: the last column continues on further lines, broken between words.
 *   Without it, each row is one line, for programs that read lines.
 */
export function table(rows: readonly (readonly string[])[], columns: number = Infinity): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map((row) => {
    const before = row.slice(0, -1).map((cell, index) => cell.padEnd(widths[index] ?? 0));
    const start = before.join('  ') + (before.length === 0 ? '' : '  ');
    const last = row.at(-1) ?? '';
    const longest = Math.max(...last.split(/\s/).map((word) => word.length));
    const fits = longest <= columns - start.length || longest > columns - INDENTATION.length;
    if ((columns - start.length >= MIN_COLUMNS && fits) || start.length === 0) {
      const lines = wrapped(last, columns - start.length);
      return (start + lines.join(`\n${' '.repeat(start.length)}`)).trimEnd();
    }
    const lines = wrapped(last, columns - INDENTATION.length);
    return [before.join('  ').trimEnd(), ...lines.map((line) => INDENTATION + line)].join('\n');
  });
}

const INDENTATION = ' '.repeat(10);

/**
 * The lines of a string, broken between words with the indentation of their line; a word longer than a line stays
 * whole.
 */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    const [indentation = ''] = /^ */.exec(line) ?? [];
    const words = line.slice(indentation.length);
    return wrappedLine(words, columns - indentation.length).map((part) => indentation + part);
  });
}

function wrappedLine(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line += lines.length === 0 && line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** A line of a tree, with its children. */
export interface Branch {
  readonly label: string;
  /** Lines that belong to it, above its children. */
  readonly notes?: readonly string[];
  readonly children: readonly Branch[];
}

/** A tree with one line for each branch and each note. */
export function tree(branches: readonly Branch[]): string[] {
  return branches.flatMap(({ label, notes = [], children }, index) => {
    const isLast = index === branches.length - 1;
    const noted = notes.map((note) => (children.length === 0 ? '  ' : '│ ') + note);
    const below = [...noted, ...tree(children)].map((line) => (isLast ? '    ' : '│   ') + line);
    return [(isLast ? '└── ' : '├── ') + label, ...below];
  });
}
