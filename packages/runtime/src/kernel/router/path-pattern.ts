import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { isPlain, respell } from '../http/canonical-path.ts';
import {
  formsOf,
  type OptionalPart,
  type PatternForm,
  type PatternPart,
  type Placeholder,
  type Segment,
  toSegments,
} from './pattern-forms.ts';
import { wholeValueTest } from './constraints/constraint.ts';

export type { OptionalPart, PatternPart, Placeholder, Segment } from './pattern-forms.ts';

/** A parsed path (rule R3). Its text is canonical, as the path of a request is. */
export class PathPattern {
  readonly parts: readonly PatternPart[];
  readonly placeholders: readonly Placeholder[];
  #variants: readonly (readonly Segment[])[] | undefined;

  constructor(parts: readonly PatternPart[], placeholders: readonly Placeholder[]) {
    this.parts = parts;
    this.placeholders = placeholders;
  }

  /** Every form that the optional parts allow, the shortest first. Created at each call, to use less memory for each route. */
  get forms(): readonly PatternForm[] {
    return formsOf(this.parts);
  }

  /** The forms as segments after the leading "/", for what reads paths while no request waits. */
  get variants(): readonly (readonly Segment[])[] {
    this.#variants ??= this.forms.map(toSegments);
    return this.#variants;
  }
}

const TEXT = /[^{}[\]]*/y;
// Blanks around the name are ignored.
const NAME = /\s*[A-Za-z_][A-Za-z0-9_-]*\s*/y;

/**
 * Parses a route's path.
 *
 * @example parsePattern('/page[/{n:\\d+}]')
 * @throws {@link InvalidArgumentError} when the path is malformed
 */
export function parsePattern(path: unknown): PathPattern {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string such as "/post/{id}"', path);
  if (!path.startsWith('/')) {
    const foreign = foreignSegment(`/${path}`);
    throw unparseable(path, `it must start with "/"${foreign ? `, and ${spellingOf(foreign)}` : ''}`);
  }
  const parser = new PatternParser(path);
  const pattern = new PathPattern(parser.parse(), parser.placeholders);
  if (parser.isDoubtful) for (const segment of pattern.variants.flat()) checkSegment(path, segment);
  return pattern;
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
  for (let index = 1; index < segment.length; index++) {
    if (typeof segment[index - 1] === 'object' && typeof segment[index] === 'object') {
      throw unparseable(path, 'two placeholders need text between them');
    }
  }
}

class PatternParser {
  /** In the order of the path. */
  placeholders: readonly Placeholder[] = [];
  /** Whether a segment may be invalid, which shows only when the whole path is parsed. */
  isDoubtful = false;
  readonly #path: string;
  #index = 0;

  constructor(path: string) {
    this.#path = path;
  }

  parse(): PatternPart[] {
    const parts = this.#parseParts(false);
    if (this.#index < this.#path.length) throw this.#error('"]" closes nothing');
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
    // A copy is no larger than needed, unlike an array that has grown.
    return parts.slice();
  }

  #parseOptional(): OptionalPart {
    this.#index++;
    const parts = this.#parseParts(true);
    if (this.#path[this.#index] !== ']') throw this.#error('"[" is not closed');
    const [first] = parts;
    if (first === undefined) throw this.#error('"[]" is empty');
    if (typeof first === 'object' && 'parts' in first) {
      throw this.#error('"[[" begins an optional part that contains only another optional part');
    }
    this.#index++;
    const next = this.#path[this.#index];
    if (next !== undefined && next !== ']') throw this.#error('an optional part is only allowed at the end');
    return { parts };
  }

  #parseText(): string {
    TEXT.lastIndex = this.#index;
    TEXT.test(this.#path);
    const text = this.#path.slice(this.#index, TEXT.lastIndex);
    this.#index = TEXT.lastIndex;
    if (this.#path[this.#index] === '}') throw this.#error('"}" closes nothing');
    const foreign = foreignSegment(text);
    if (foreign !== undefined) throw this.#error(spellingOf(foreign));
    if (text.includes('.')) this.isDoubtful = true;
    if (isPlain(text)) return text;
    this.isDoubtful = true;
    if (/[?#]/.test(text)) throw this.#error('"?" and "#" cannot be part of a path');
    try {
      return respell(text);
    } catch {
      throw this.#error('an escape such as "%20" is malformed');
    }
  }

  #parsePlaceholder(optional: boolean): Placeholder {
    const start = this.#index;
    NAME.lastIndex = start + 1;
    if (!NAME.test(this.#path)) {
      throw this.#error('a placeholder needs a name: a letter or "_", then letters, digits, "_" or "-"');
    }
    this.#index = NAME.lastIndex;
    const name = this.#path.slice(start + 1, this.#index).trim();
    if (name === '__proto__') throw this.#error('a placeholder cannot be called __proto__');
    if (this.placeholders.some((other) => other.name === name)) {
      throw this.#error(`the placeholder {${name}} occurs twice`);
    }
    const constraint = this.#path[this.#index] === ':' ? this.#parseConstraint() : undefined;
    const accepts = constraint === undefined ? undefined : this.#testOf(name, constraint);
    if (this.#path[this.#index] !== '}') throw this.#error(`the placeholder {${name} is not closed`);
    this.#index++;
    if (this.#path.endsWith('}', start) || this.#path.endsWith('}[', start)) this.isDoubtful = true;
    const placeholder = { name, constraint, accepts, optional, rest: this.#isRest(constraint, start) };
    this.placeholders = [...this.placeholders, placeholder];
    return placeholder;
  }

  /** Reads up to the "}" that closes the placeholder; the braces of a quantifier are balanced. */
  #parseConstraint(): string {
    const start = ++this.#index;
    let depth = 0;
    for (; this.#index < this.#path.length; this.#index++) {
      const character = this.#path[this.#index];
      if (character === '\\') this.#index++;
      else if (character === '{') depth++;
      else if (character === '}' && depth-- === 0) break;
    }
    return this.#path.slice(start, this.#index).trim();
  }

  #testOf(name: string, constraint: string): Placeholder['accepts'] {
    if (constraint === '') throw this.#error(`the constraint of {${name}} is empty`);
    try {
      return wholeValueTest(constraint);
    } catch (cause) {
      const { message } = cause as Error;
      const reason = cause instanceof RangeError ? message : `is no regular expression (${message})`;
      throw this.#error(`the constraint of {${name}} ${reason}`);
    }
  }

  #isRest(constraint: string | undefined, start: number): boolean {
    if (constraint !== '.*' && constraint !== '.+') return false;
    // A rest is the only part of the last segment.
    return /\/\[*$/.test(this.#path.slice(0, start)) && /^\]*$/.test(this.#path.slice(this.#index));
  }

  #error(reason: string): InvalidArgumentError {
    return unparseable(this.#path, reason);
  }
}

/** A segment that is a placeholder in other frameworks, such as `:id`, `*` or `**`; undefined when there are no such segments. */
export function foreignSegment(text: string): string | undefined {
  return /\/(:[^/]*|\*\*?(?=\/|$))/.exec(text)?.[1];
}

function spellingOf(foreign: string): string {
  const own = foreign.startsWith(':') ? `{${/^\w*/.exec(foreign.slice(1))?.[0] || 'id'}}` : '{rest:.*}';
  return `"${foreign}" is written ${own}`;
}
