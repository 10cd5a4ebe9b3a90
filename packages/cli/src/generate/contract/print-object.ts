import { printKey, quoted } from '../../edit/code.ts';
import { type TextStyle, MAX_LINE_WIDTH } from '../../edit/text-style.ts';

/** The style of generated files. */
export const GENERATED_STYLE: TextStyle = {
  eol: '\n',
  indent: '  ',
  quote: "'",
  semicolon: ';',
  json: false,
};

/** Code with a string in quotes. */
export function inQuotes(text: string): string {
  return quoted(text, GENERATED_STYLE);
}

/** Prints the member of an object, as in `fields.title` or `fields['a-b']`. */
export function printMember(object: string, name: string): string {
  const key = printKey(name, GENERATED_STYLE);
  return key === name ? `${object}.${name}` : `${object}[${key}]`;
}

/** A string as it is written within quotes, for templates that add the quotes. */
export function withinQuotes(text: string): string {
  return inQuotes(text).slice(1, -1);
}

function printEntry([key, code]: readonly [key: string, code: string]): string {
  if (key === code) return key;
  return `${/^[1-9]\d*$/.test(key) ? key : printKey(key, GENERATED_STYLE)}: ${code}`;
}

/** Prints an object of code, each key on a line of its own. */
export function printObject(
  entries: readonly (readonly [key: string, code: string])[],
  indentation = '',
): string {
  const lines = entries.map((entry) => `${indentation}  ${printEntry(entry)},\n`);
  return `{\n${lines.join('')}${indentation}}`;
}

/** Prints an object on one line if it fits, for use within a contract. */
export function printShortObject(entries: readonly (readonly [key: string, code: string])[]): string {
  const line = `{ ${entries.map(printEntry).join(', ')} }`;
  return line.length <= MAX_LINE_WIDTH - 30 ? line : printObject(entries, '    ');
}

/** Prints the nested fields of an object on one line. */
export function printFields<Each>(
  fields: readonly Each[],
  print: (field: Each) => readonly [key: string, code: string],
): string {
  return `{ ${fields.map((field) => printEntry(print(field))).join(', ')} }`;
}
