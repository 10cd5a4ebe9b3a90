import { InvalidArgumentError } from '../error/coded-errors.ts';
import { isCanonical, respell } from '../message/canonical-path.ts';
import { wholeValueTest } from './value-expression.ts';

/** `{name}` or `{name:restriction}` in a path. */
export interface Placeholder {
  readonly name: string;
  /** Source of the regular expression that the whole value must match. */
  readonly restriction: string | undefined;
  /** Whether it stands in an optional part. */
  readonly optional: boolean;
  /** `{rest:.*}` or `{rest:.+}` at the end: takes the remaining segments. */
  readonly rest: boolean;
}

export type PatternPart = string | Placeholder | OptionalPart;

export interface OptionalPart {
  readonly parts: readonly PatternPart[];
}

/** Text and placeholders between two "/". */
export type Segment = readonly (string | Placeholder)[];

/** A parsed path (rule R3). Its text is canonical, so that it compares with a canonical request path. */
export interface PathPattern {
  readonly parts: readonly PatternPart[];
  readonly placeholders: readonly Placeholder[];
  /** Every form that the optional parts allow, the shortest first, as segments after the leading "/". */
  readonly variants: readonly (readonly Segment[])[];
}

const TEXT = /[^{}[\]]*/y;
// Blanks around the name mean nothing.
const NAME = /\s*([A-Za-z_][A-Za-z0-9_-]*)\s*/y;

/**
 * Parses a route's path.
 *
 * @example parsePattern('/page[/{n:\\d+}]')
 * @throws InvalidArgumentError that says where the path cannot be understood
 */
export function parsePattern(path: unknown): PathPattern {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string such as "/post/{id}"', path);
  if (!path.startsWith('/')) throw unparseable(path, 'it must start with "/"');
  const parts = new PatternParser(path).parse();
  const variants = variantsOf(parts).map(toSegments);
  for (const segments of variants) for (const segment of segments) checkSegment(path, segment);
  return { parts, placeholders: placeholdersIn(parts), variants };
}

function unparseable(path: string, reason: string): InvalidArgumentError {
  return new InvalidArgumentError(
    'path',
    'a path such as "/post/{id:\\d+}[/{lang}]"',
    path,
    ` In it, ${reason}.`,
  );
}

function checkSegment(path: string, segment: Segment): void {
  if (segment.length === 1 && (segment[0] === '.' || segment[0] === '..')) {
    throw unparseable(path, 'the segments "." and ".." never match');
  }
  if (segment.some((part, index) => typeof part === 'object' && typeof segment[index + 1] === 'object')) {
    throw unparseable(path, 'two placeholders need text between them');
  }
}

class PatternParser {
  readonly #path: string;
  readonly #names: string[] = [];
  #index = 0;

  constructor(path: string) {
    this.#path = path;
  }

  parse(): PatternPart[] {
    const parts = this.#parseParts(false);
    if (this.#index < this.#path.length) throw this.#fault('"]" closes nothing');
    return parts;
  }

  #parseParts(optional: boolean): PatternPart[] {
    const parts: PatternPart[] = [];
    while (this.#index < this.#path.length) {
      const character = this.#path[this.#index];
      if (character === ']') break;
      if (character === '{') parts.push(this.#parsePlaceholder(optional));
      else if (character === '[') {
        parts.push(this.#parseOptional());
        break;
      } else parts.push(this.#parseText());
    }
    return parts;
  }

  #parseOptional(): OptionalPart {
    this.#index++;
    const parts = this.#parseParts(true);
    if (this.#path[this.#index] !== ']') throw this.#fault('"[" is not closed');
    const [first] = parts;
    if (first === undefined) throw this.#fault('"[]" is empty');
    if (typeof first === 'object' && 'parts' in first) {
      throw this.#fault('"[[" begins an optional part that holds nothing besides another one');
    }
    this.#index++;
    const next = this.#path[this.#index];
    if (next !== undefined && next !== ']') throw this.#fault('an optional part may stand at the end only');
    return { parts };
  }

  #parseText(): string {
    TEXT.lastIndex = this.#index;
    const [text = ''] = TEXT.exec(this.#path) ?? [];
    this.#index += text.length;
    if (this.#path[this.#index] === '}') throw this.#fault('"}" closes nothing');
    if (isCanonical(text)) return text;
    if (/[?#]/.test(text)) throw this.#fault('"?" and "#" cannot be part of a path');
    try {
      return respell(text);
    } catch {
      throw this.#fault('an escape such as "%20" is malformed');
    }
  }

  #parsePlaceholder(optional: boolean): Placeholder {
    const start = this.#index;
    NAME.lastIndex = start + 1;
    const [head = '', name] = NAME.exec(this.#path) ?? [];
    if (name === undefined) {
      throw this.#fault('a placeholder needs a name: a letter or "_", then letters, digits, "_" or "-"');
    }
    if (name === '__proto__') throw this.#fault('a placeholder cannot be called __proto__');
    if (this.#names.includes(name)) throw this.#fault(`the placeholder {${name}} occurs twice`);
    this.#names.push(name);
    this.#index += 1 + head.length;
    const restriction = this.#path[this.#index] === ':' ? this.#parseRestriction(name) : undefined;
    if (this.#path[this.#index] !== '}') throw this.#fault(`the placeholder {${name} is not closed`);
    this.#index++;
    return { name, restriction, optional, rest: this.#isRest(restriction, start) };
  }

  #parseRestriction(name: string): string {
    const start = ++this.#index;
    let depth = 0;
    for (; this.#index < this.#path.length; this.#index++) {
      const character = this.#path[this.#index];
      if (character === '\\') this.#index++;
      else if (character === '{') depth++;
      else if (character === '}' && depth-- === 0) break;
    }
    const source = this.#path.slice(start, this.#index).trim();
    if (source === '') throw this.#fault(`the restriction of {${name}} is empty`);
    try {
      wholeValueTest(source);
    } catch (cause) {
      const { message } = cause as Error;
      const reason = cause instanceof RangeError ? message : `is no regular expression (${message})`;
      throw this.#fault(`the restriction of {${name}} ${reason}`);
    }
    return source;
  }

  #isRest(restriction: string | undefined, start: number): boolean {
    if (restriction !== '.*' && restriction !== '.+') return false;
    // It stands alone in the last segment.
    return /\/\[*$/.test(this.#path.slice(0, start)) && /^\]*$/.test(this.#path.slice(this.#index));
  }

  #fault(reason: string): InvalidArgumentError {
    return unparseable(this.#path, reason);
  }
}

function placeholdersIn(parts: readonly PatternPart[]): Placeholder[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'parts' in part ? placeholdersIn(part.parts) : [part];
  });
}

function variantsOf(parts: readonly PatternPart[]): Segment[] {
  const last = parts.at(-1);
  if (typeof last !== 'object' || !('parts' in last)) return [parts as Segment];
  const before = parts.slice(0, -1) as Segment;
  return [before, ...variantsOf(last.parts).map((variant) => [...before, ...variant])];
}

/** What stands between the slashes. Nothing stands before the first. */
function toSegments(variant: Segment): Segment[] {
  const segments: (string | Placeholder)[][] = [];
  for (const part of variant) {
    if (typeof part !== 'string') {
      segments.at(-1)?.push(part);
      continue;
    }
    const [head = '', ...tail] = part.split('/');
    if (head !== '') appendText(segments.at(-1), head);
    for (const text of tail) segments.push(text === '' ? [] : [text]);
  }
  return segments;
}

/** A text is appended to the text before it, so that no two stand side by side. */
function appendText(segment: (string | Placeholder)[] = [], text: string): void {
  const last = segment.at(-1);
  if (typeof last === 'string') segment[segment.length - 1] = last + text;
  else segment.push(text);
}
