import { FwError, InvalidArgumentError } from '../errors/coded-errors.ts';

/**
 * The headers of a response: `Headers`, an object, or pairs of name and value. An array of values becomes one header
 * line each.
 */
export type HeadersInput =
  | Headers
  | Readonly<Record<string, string | readonly string[]>>
  | Iterable<readonly [string, string]>;

/** The valid names of headers and methods (RFC 9110 5.6.2). */
export const TOKEN: RegExp = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Matches a character that is forbidden in the value of a header and in a status text. */
export const FORBIDDEN_IN_VALUE: RegExp = /[^\t\x20-\x7e\x80-\xff]/;
// Without the lookbehind, many blanks in a row would take quadratic time.
const OUTER_BLANKS = /^[\t ]+|(?<![\t ])[\t ]+$/g;
// RFC 9110 7.6.1 and, for the upgrade to HTTP/2, RFC 7540 3.2.1. The server alone sets them, and it sends no trailers.
const CONNECTION_HEADER =
  /^(?:connection|http2-settings|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** Header lines in order, with repeated names in separate lines. Immutable, checked when created. */
export class HeaderList {
  // Declared only, because field initializers would be one more call for each response.
  /** Name, value, name, value, …: the shape in which Node writes them. */
  declare readonly lines: readonly string[];
  /** Set on a `sendable` list: whether the connection closes after this response. */
  declare readonly closesConnection: boolean;
  // Both are cached, because most responses share a list.
  declare private cachedSendable: HeaderList | undefined;
  /** The list of `withLength`, with an empty Content-Length at its end. */
  declare private cachedTemplate: HeaderList | undefined;
  /** @internal Cached by `toServed`. */
  declare cachedWeb: WebHeaders | undefined;

  private constructor(lines: readonly string[], closesConnection = false) {
    this.lines = lines;
    this.closesConnection = closesConnection;
    this.cachedSendable = undefined;
    this.cachedTemplate = undefined;
    this.cachedWeb = undefined;
  }

  static readonly empty: HeaderList = new HeaderList([]);

  /** Takes lines that are known to be well-formed: name, value, name, value, … */
  static of(...lines: readonly string[]): HeaderList {
    return new HeaderList(lines);
  }

  /**
   * @param defaults headers whose names `init` does not have
   * @throws {@link InvalidArgumentError} when a name is no token or a value contains a line break or another control
   *   character
   */
  static from(
    init: HeadersInput | HeaderList | undefined,
    defaults: HeaderList = HeaderList.empty,
  ): HeaderList {
    if (init === undefined) return defaults;
    if (init instanceof HeaderList) return defaults === HeaderList.empty ? init : init.withDefaults(defaults);
    const lines: string[] = [];
    for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init)) {
      pushLines(lines, name, value);
    }
    return lines.length === 0 ? defaults : new HeaderList(lines).withDefaults(defaults);
  }

  /** For `new Headers(pairs)` and `new Response(body, { headers: pairs })`. */
  get pairs(): [string, string][] {
    return pairsOf(this.lines);
  }

  /** The values of a header joined by ", "; undefined when it is absent. Ignores case. */
  get(name: string): string | undefined {
    return findHeader(this.lines, name);
  }

  with(name: string, value: string | readonly string[]): HeaderList {
    return this.without(name).withAdded(name, value);
  }

  withAdded(name: string, value: string | readonly string[]): HeaderList {
    const lines = [...this.lines];
    pushLines(lines, name, value);
    return new HeaderList(lines, this.closesConnection);
  }

  without(name: string): HeaderList {
    if (!this.has(name)) return this;
    const wanted = name.toLowerCase();
    return this.filter((other) => !isSameName(other, wanted));
  }

  filter(
    keeps: (name: string, value: string) => boolean,
    closesConnection: boolean = this.closesConnection,
  ): HeaderList {
    const kept: string[] = [];
    for (let index = 0; index < this.lines.length; index += 2) {
      const [name, value] = [this.lines[index] as string, this.lines[index + 1] as string];
      if (keeps(name, value)) kept.push(name, value);
    }
    return new HeaderList(kept, closesConnection);
  }

  /** Without the headers of a connection: `Connection`, the headers that it names, `Keep-Alive` and so on (rule S6). */
  get sendable(): HeaderList {
    if (this.cachedSendable !== undefined) return this.cachedSendable;
    const { lines } = this;
    if (!lines.some((text, index) => index % 2 === 0 && CONNECTION_HEADER.test(text))) {
      return (this.cachedSendable = this);
    }
    const named = (this.get('connection') ?? '').toLowerCase().split(/[\t ,]+/);
    const keeps = (name: string): boolean =>
      !CONNECTION_HEADER.test(name) && !named.includes(name.toLowerCase());
    return (this.cachedSendable = this.filter(keeps, named.includes('close')));
  }

  /** The `sendable` headers, with the Content-Length of a body of `size` bytes. */
  withLength(size: number): HeaderList {
    const template = (this.cachedTemplate ??= this.sendable.with('Content-Length', ''));
    // Every response needs this, and copying and overwriting takes a fifth of the time of `concat`.
    const lines = template.lines.slice();
    lines[lines.length - 1] = String(size);
    return new HeaderList(lines, template.closesConnection);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** These headers, preceded by the `defaults` whose names do not occur here. */
  withDefaults(defaults: HeaderList): HeaderList {
    const { lines } = defaults.filter((name) => !this.has(name));
    return lines.length === 0 ? this : new HeaderList([...lines, ...this.lines]);
  }
}

/** Headers in the form from which the runtime creates a response fastest. */
export interface WebHeaders {
  readonly init: Headers | Record<string, string> | [string, string][];
  readonly hasType: boolean;
}

/**
 * The values of a header in lines of name, value, name, value, …: joined by ", ", or by "; " for Cookie, as `Headers` joins
 * them. Ignores case.
 */
export function findHeader(lines: readonly string[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  let found: string | undefined;
  for (let index = 0; index < lines.length; index += 2) {
    if (!isSameName(lines[index] as string, wanted)) continue;
    const value = lines[index + 1] as string;
    // Clients of HTTP/2 may send each cookie in a line of its own (RFC 9113 8.2.3).
    found = found === undefined ? value : `${found}${wanted === 'cookie' ? '; ' : ', '}${value}`;
  }
  return found;
}

/** Joins the lists of two Vary headers, and leaves out repeated names. */
export function joinVary(one: string | undefined, other: string): string {
  const names = `${one ?? ''},${other}`.split(',').map(trimBlanks).filter(Boolean);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}

/** A `Headers` object that cannot be changed: its methods throw an FwError FW_READ_ONLY_HEADERS. */
export function readOnlyHeaders(lines: readonly string[]): Headers {
  // A subclass would make Node load its class Headers at startup, which takes long.
  return Object.assign(new Headers(pairsOf(lines)), { append: reject, set: reject, delete: reject });
}

/** Pairs of name and value. The lines of Cookie become one pair. */
export function pairsOf(lines: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index] as string;
    if (!isSameName(name, 'cookie')) pairs.push([name, lines[index + 1] as string]);
  }
  // Not every runtime joins the lines of Cookie by "; " (RFC 9113 8.2.3).
  const cookie = findHeader(lines, 'cookie');
  if (cookie !== undefined) pairs.push(['cookie', cookie]);
  return pairs;
}

function reject(): never {
  throw new FwError(
    'FW_READ_ONLY_HEADERS',
    'These headers are read-only: withHeader() and withoutHeader() return a changed copy.',
  );
}

/** @param wanted in lower case */
export function isSameName(name: string, wanted: string): boolean {
  // Most names differ in length already.
  return name.length === wanted.length && name.toLowerCase() === wanted;
}

/** Removes blanks and tabs from both ends; other white space is part of a header's value. */
export function trimBlanks(text: string): string {
  return text.replace(OUTER_BLANKS, '');
}

function pushLines(lines: string[], name: string, value: string | readonly string[]): void {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    throw new InvalidArgumentError('name of a header', 'an HTTP token such as "X-Request-Id"', name);
  }
  if (typeof value === 'object' && value !== null) {
    for (const item of value) pushLines(lines, name, item);
    return;
  }
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || FORBIDDEN_IN_VALUE.test(text)) {
    throw new InvalidArgumentError(
      `value of the header ${name}`,
      'a string without line breaks, other control characters or characters beyond Latin-1',
      value,
    );
  }
  // `Headers` and every recipient trim values too.
  lines.push(name, trimBlanks(text));
}
