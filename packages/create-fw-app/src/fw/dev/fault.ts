import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const mostLines = 6;
const longestLine = 160;

interface Place {
  readonly file: string;
  readonly line: number;
  /** From 1; undefined where it is not told. */
  readonly column: number | undefined;
}

/**
 * What keeps a site from starting, in few lines: the message, and the line of the site's own code with its place.
 *
 * @param root the folder of the site, absolute
 * @param printed what its process printed on standard error
 */
export function faultIn(root: string, printed: string): string[] {
  const text = stripVTControlCharacters(printed).replaceAll('\r\n', '\n');
  const message = uniqueFaults(messageIn(text).map((line) => withoutRoot(root, line)));
  const place = placeIn(root, text);
  return [...message, ...(place === undefined ? [] : frameOf(root, place))];
}

function messageIn(text: string): string[] {
  // Of the compiler of tsx.
  const syntax = /^.+?:\d+:\d+: ERROR: (.+)$/m.exec(text)?.[1];
  if (syntax !== undefined) return [cut(`SyntaxError: ${syntax.replace(/\]$/, '')}`)];
  // As Node tells what was thrown: the error, in brackets where it has no stack.
  const thrown = /^(?:Uncaught )?(\[?)([\w$.]*(?:Error|Exception)\b[^]*)/m.exec(text);
  const [, bracket = '', rest = text] = thrown ?? [];
  const [told = ''] = rest.split(bracket === '[' ? /\](?=\s*(?:\n|$))/ : /\n\s+at |\n\n/);
  const lines = (thrown === null ? text : told).split('\n').filter((line) => line.trim() !== '');
  const left = lines.length - mostLines;
  if (left <= 1) return lines.map(cut);
  // What a program prints last is mostly why it ended.
  if (thrown === null) return lines.slice(-mostLines).map(cut);
  return [...lines.slice(0, mostLines).map(cut), `… and ${left} more lines`];
}

/** One mistake in a module keeps each file of configuration that imports it from loading. */
function uniqueFaults(lines: readonly string[]): string[] {
  const received = lines.map((line) => line.split(', received ')[1]);
  return lines.filter(
    (_, index) => received[index] === undefined || received.indexOf(received[index]) === index,
  );
}

/** The first place in the site's own code, from the innermost outwards. */
function placeIn(root: string, text: string): Place | undefined {
  // In the message of a configuration that does not load, relative to the site.
  const inMessage = /\(((?:config|public|src)\/[^\n:()]+):(\d+)(?::(\d+))?\)/.exec(text);
  if (inMessage !== null) {
    const [, path = '', line, column] = inMessage;
    return {
      file: join(root, path),
      line: Number(line),
      column: column === undefined ? column : Number(column),
    };
  }
  const beginnings = [pathToFileURL(root + sep).href, root + sep].map((beginning) =>
    beginning.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  const pattern = new RegExp(String.raw`((?:${beginnings.join('|')})[^\n:]*?):(\d+)(?::(\d+))?(.{0,8})`, 'g');
  const places = Array.from(text.matchAll(pattern), ([, path = '', line, column, rest = '']): Place => ({
    file: (path.startsWith('file:') ? fileURLToPath(path) : path).replace(/\?.*$/, ''),
    line: Number(line),
    // The compiler of tsx counts from 0.
    column: column === undefined ? undefined : Number(column) + (rest.startsWith(': ERROR:') ? 1 : 0),
  })).filter(({ file }) => !file.includes(`${sep}node_modules${sep}`));
  const [first] = places;
  return (
    places.find(({ file, line, column }) => file === first?.file && line === first.line && column) ?? first
  );
}

function frameOf(root: string, { file, line, column }: Place): string[] {
  const path = relative(root, file).replaceAll(sep, '/');
  const where = `  ${path}:${line}${column === undefined ? '' : `:${column}`}`;
  const code = lineOf(file, line);
  if (code === undefined) return [where];
  const number = `  ${line} | `;
  const caret = `${' '.repeat(number.length - 2)}| ${' '.repeat((column ?? 1) - 1)}^`;
  return [where, cut(number + code), ...(column === undefined || column > longestLine ? [] : [caret])];
}

function lineOf(file: string, line: number): string | undefined {
  try {
    // A tab would move the caret.
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trimEnd().replaceAll('\t', ' ');
  } catch {
    return undefined;
  }
}

function withoutRoot(root: string, line: string): string {
  return line.replaceAll(pathToFileURL(root + sep).href, '').replaceAll(root + sep, '');
}

function cut(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;
}
