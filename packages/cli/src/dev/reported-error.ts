import { readFileSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 6;
const MAX_LINE_LENGTH = 160;
// Long messages are cut in the middle, because the cause is usually at the end.
const MAX_MESSAGE_LENGTH = 2000;

interface Place {
  readonly file: string;
  readonly line: number;
  /** From 1; undefined when it is unknown. */
  readonly column: number | undefined;
}

/**
 * The startup error in a few lines: the message, and the line of the project's own code with its position.
 *
 * @param root the absolute folder of the project
 * @param printed the standard error output of its process
 */
export function errorIn(root: string, printed: string): string[] {
  const text = stripVTControlCharacters(printed).replaceAll('\r\n', '\n');
  const relativeText = withoutRoot(root, text);
  const place = placeOfImport(root, relativeText) ?? placeIn(root, text);
  const lines = messageIn(relativeText);
  const message = place === undefined ? lines : withoutLoading(lines);
  return [
    ...message.map(cutMessage),
    ...causesIn(relativeText),
    ...(place === undefined ? [] : frameOf(root, place)),
  ];
}

function messageIn(text: string): string[] {
  // The error format of tsx's compiler.
  const syntax = /^.+?:\d+:\d+: ERROR: (.+)$/m.exec(text)?.[1];
  if (syntax !== undefined) return [`SyntaxError: ${syntax.replace(/\]$/, '')}`];
  // Node's error format: the error, in brackets if it has no stack.
  const thrown = /^(?:Uncaught )?(\[?)([\w$.]*(?:Error|Exception)\b[^]*)/m.exec(text);
  const [, bracket = '', rest = text] = thrown ?? [];
  const [reported = ''] = rest.split(bracket === '[' ? /\](?=\s*(?:\n|$))/ : /\n\s+at |\n\n/);
  const lines = (thrown === null ? text : reported).split('\n').filter((line) => line.trim() !== '');
  const left = lines.length - MAX_LINES;
  if (left <= 1) return lines;
  // The last lines of the output usually say why a program ended.
  if (thrown === null) return lines.slice(-MAX_LINES);
  return [...lines.slice(0, MAX_LINES), `… and ${left} more lines`];
}

/** The causes of an error, which Node prints after its stack. */
function causesIn(text: string): string[] {
  const causes = Array.from(text.matchAll(/^\s+\[cause\]: (.+)$/gm), ([, cause = '']) =>
    cause.replace(/ \{$/, ''),
  );
  return [...new Set(causes)].slice(0, MAX_LINES).map((cause) => cutMessage(`Caused by: ${cause}`));
}

/** One error in a module keeps every configuration file that imports it from loading; its position says where it is. */
function withoutLoading(lines: readonly string[]): string[] {
  const loading = /^- .*?: expected a file that loads, received (?=.*(?:\(.+:\d+\)$|imported from ))/;
  const unique = new Set(lines.map((line) => line.replace(loading, '')));
  const [headline = '', error = ''] = unique;
  return unique.size === 2 && headline.startsWith('ConfigError: ') && !lines.includes(error)
    ? [error]
    : [...unique];
}

/** The position of the import of a missing module, which the error reports without a line. */
function placeOfImport(root: string, relativeText: string): Place | undefined {
  const [, wanted = '', path] =
    /Cannot find (?:module|package) '([^']+)' imported from (.+?\.[cm]?[jt]s)\b/.exec(relativeText) ?? [];
  if (path === undefined) return undefined;
  const file = join(root, path);
  const name = basename(wanted, extname(wanted));
  const index = linesOf(file).findIndex((line) => /\b(?:from|import)\b/.test(line) && line.includes(name));
  return index === -1 ? undefined : { file, line: index + 1, column: undefined };
}

/** The first position in the project's own code, from the innermost outwards. */
function placeIn(root: string, text: string): Place | undefined {
  // Messages about configuration files contain a path relative to the project.
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
    // The compiler of tsx counts columns from 0.
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
  const code = linesOf(file)[line - 1];
  if (code === undefined) return [where];
  const number = `  ${line} | `;
  const caret = `${' '.repeat(number.length - 2)}| ${' '.repeat((column ?? 1) - 1)}^`;
  return [where, cut(number + code), ...(column === undefined || column > MAX_LINE_LENGTH ? [] : [caret])];
}

function linesOf(file: string): string[] {
  try {
    // A tab would move the caret.
    return readFileSync(file, 'utf8').replaceAll('\t', ' ').split(/\r?\n/);
  } catch {
    return [];
  }
}

function withoutRoot(root: string, text: string): string {
  return text.replaceAll(pathToFileURL(root + sep).href, '').replaceAll(root + sep, '');
}

function cutMessage(line: string): string {
  const half = MAX_MESSAGE_LENGTH / 2;
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}

function cut(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}
