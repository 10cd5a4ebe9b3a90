import { type TextStyle, MAX_LINE_WIDTH } from './text-style.ts';

/** A value as it is written in a configuration file. A string is a literal; `Reference` is code. */
export type Code = string | number | boolean | Reference | Call | readonly Code[] | CodeMap;

export type CodeMap = { readonly [key: string]: Code };

/** A name in code, such as a class name; in JSON, the name of a service instead. */
export class Reference {
  readonly code: string;
  readonly service: string;

  constructor(code: string, service: string = code) {
    this.code = code;
    this.service = service;
  }
}

/** A call of a function. */
export class Call {
  readonly callee: string;
  readonly args: readonly Code[];

  constructor(callee: string, ...args: readonly Code[]) {
    this.callee = callee;
    this.args = args;
  }
}

/**
 * Prints a value in the style of a file.
 *
 * @param indentation the text before the first line; a value that doesn't fit into the line is broken
 */
export function printCode(code: Code, style: TextStyle, indentation: string): string {
  if (code instanceof Call && holdsEntries(code.args.at(-1))) return printCall(code, style, indentation);
  const line = printLine(code, style);
  if (
    indentation.length + line.length <= MAX_LINE_WIDTH ||
    typeof code !== 'object' ||
    code instanceof Reference
  ) {
    return line;
  }
  if (code instanceof Call) return printCall(code, style, indentation);
  const inner = indentation + style.indent;
  const items = isList(code)
    ? code.map((item) => printCode(item, style, inner))
    : Object.entries(code).map(([key, value]) => printProperty(key, value, style, inner));
  const [open = '', close = ''] = isList(code) ? '[]' : '{}';
  return printLines(open, items, close, style, indentation);
}

/**
 * Prints a call with only its last argument broken, if that is an array of entries or an object, and the others fit
 * into the line.
 */
function printCall({ callee, args }: Call, style: TextStyle, indentation: string): string {
  const others = args.slice(0, -1).map((argument) => `${printLine(argument, style)}, `);
  const beginning = `${callee}(${others.join('')}`;
  const last = args.at(-1);
  const inner = indentation + style.indent;
  if (holdsEntries(last)) {
    const items = last.map((item) => printCode(item, style, inner));
    return `${beginning}${printLines('[', items, '])', style, indentation)}`;
  }
  if (indentation.length + beginning.length < MAX_LINE_WIDTH && isPlainMap(last)) {
    const items = Object.entries(last).map(([key, value]) => printProperty(key, value, style, inner));
    return `${beginning}${printLines('{', items, '})', style, indentation)}`;
  }
  const items = args.map((argument) => printCode(argument, style, inner));
  return printLines(`${callee}(`, items, ')', style, indentation);
}

/** Prints items on separate lines. */
function printLines(
  open: string,
  items: readonly string[],
  close: string,
  style: TextStyle,
  indentation: string,
): string {
  const inner = indentation + style.indent;
  const last = style.json ? '' : ',';
  return `${open}${style.eol}${inner}${items.join(`,${style.eol}${inner}`)}${last}${style.eol}${indentation}${close}`;
}

/** Prints `key: value`, or the shorthand. */
export function printProperty(key: string, value: Code, style: TextStyle, indentation: string): string {
  if (!style.json && value instanceof Reference && value.code === key) return key;
  return `${printKey(key, style)}: ${printCode(value, style, indentation)}`;
}

export function quoted(text: string, { quote }: Pick<TextStyle, 'quote'>): string {
  const doubled = JSON.stringify(text);
  if (quote === '"') return doubled;
  return `'${doubled
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** Code with single-quoted strings, with the quotes of a file. */
export function quotedAs(code: string, { quote }: Pick<TextStyle, 'quote'>): string {
  return code.replaceAll("'", quote);
}

function printLine(code: Code, style: TextStyle): string {
  if (code instanceof Reference) return style.json ? quoted(code.service, style) : code.code;
  if (typeof code === 'string') return quoted(code, style);
  if (typeof code !== 'object') return String(code);
  if (code instanceof Call) {
    return `${code.callee}(${code.args.map((argument) => printLine(argument, style)).join(', ')})`;
  }
  if (isList(code)) return `[${code.map((item) => printLine(item, style)).join(', ')}]`;
  const properties = Object.entries(code).map(([key, value]) =>
    !style.json && value instanceof Reference && value.code === key
      ? key
      : `${printKey(key, style)}: ${printLine(value, style)}`,
  );
  return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
}

export function printKey(key: string, style: TextStyle): string {
  return !style.json && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quoted(key, style);
}

/** Whether the code is an array of more than names and numbers, whose items go on separate lines. */
function holdsEntries(code: Code | undefined): code is readonly Code[] {
  return code !== undefined && isList(code) && code.some((item) => item instanceof Call || isPlainMap(item));
}

function isPlainMap(code: Code | undefined): code is CodeMap {
  return typeof code === 'object' && !(code instanceof Reference || code instanceof Call || isList(code));
}

function isList(code: Code): code is readonly Code[] {
  return Array.isArray(code);
}

/** Words that cannot be names, in TypeScript or by habit. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger default ' +
    'delete do else enum eval export extends false finally for from function get if implements import in instanceof ' +
    'interface let module new null number object of package private protected prototype public return set static ' +
    'string super switch symbol this throw true try type typeof undefined unknown var void while with yield never'
  ).split(' '),
);
