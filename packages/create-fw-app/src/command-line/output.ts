import { styleText } from 'node:util';

export type Paint = (format: 'bold' | 'cyan' | 'green' | 'red', text: string) => string;

/** Where a command prints to. */
export interface Output {
  print(text: string): void;
  /** Prints a value as JSON. */
  json(value: unknown): void;
  readonly paint: Paint;
}

export function outputOf({ stdout, env }: NodeJS.Process): Output {
  const print = (text: string): void => void stdout.write(`${text}\n`);
  const json = (value: unknown): void => print(JSON.stringify(value, null, 2));
  return { print, json, paint: painterFor(stdout, env) };
}

/** Colours text for a stream: only on a terminal, and not when the environment sets `NO_COLOR`. */
export function painterFor(output: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const coloured = output.isTTY && !env['NO_COLOR'];
  return (format, text) => (coloured ? styleText(format, text, { validateStream: false }) : text);
}

/** Rows with their columns aligned; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A line of a tree, and what is drawn below it. */
export interface Branch {
  readonly label: string;
  /** Lines that belong to it, above what is drawn below. */
  readonly notes?: readonly string[];
  readonly children: readonly Branch[];
}

/** A tree with one line for each of its branches, and one for each note. */
export function tree(branches: readonly Branch[]): string[] {
  return branches.flatMap(({ label, notes = [], children }, index) => {
    const isLast = index === branches.length - 1;
    const noted = notes.map((note) => (children.length === 0 ? '  ' : '│ ') + note);
    const below = [...noted, ...tree(children)].map((line) => (isLast ? '    ' : '│   ') + line);
    return [(isLast ? '└── ' : '├── ') + label, ...below];
  });
}
