import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { FwError } from '../errors/fw-error.ts';

/** The headers of a response: `Headers`, a map or pairs. A list of values becomes one header line each. */
export type HeadersInput =
  | Headers
  | Readonly<Record<string, string | readonly string[]>>
  | Iterable<readonly [string, string]>;

/** What the name of a header and a method may be (RFC 9110 5.6.2). */
export const TOKEN: RegExp = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Matches a character that neither the value of a header nor a status text may hold. */
export const FORBIDDEN_IN_VALUE: RegExp = /[^\t\x20-\x7e\x80-\xff]/;
// Without the lookbehind, a long row of blanks would take quadratic time.
const OUTER_BLANKS = /^[\t ]+|(?<![\t ])[\t ]+$/g;
// RFC 9110 7.6.1 and, for the upgrade to HTTP/2, RFC 7540 3.2.1. The server alone sets them, and it sends no trailers.
const CONNECTION_HEADER =
  /^(?:connection|http2-settings|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** Header lines in order, repeated names kept apart. Immutable, checked when made. */
export class HeaderList {
  /** Name, value, name, value, …: the shape in which Node writes them. */
  readonly lines: readonly string[];
  /** Set on a `sendable` list: whether the connection is to be closed after this response. */
  readonly closesConnection: boolean;
  // Cached, since most responses share a list.
  #sendable: HeaderList | undefined;
  // The lines of `withLength`, with an empty Content-Length at their end.
  #measured: readonly string[] | undefined;

  private constructor(lines: readonly string[], closesConnection = false) {
    this.lines = lines;
    this.closesConnection = closesConnection;
  }

  static readonly empty: HeaderList = new HeaderList([]);

  /** Of lines that are known to be well-formed: name, value, name, value, … */
  static of(...lines: readonly string[]): HeaderList {
    return new HeaderList(lines);
  }

  /**
   * @throws InvalidArgumentError when a name is no token or a value holds a line break or another control character
   */
  static from(init: HeadersInput | HeaderList): HeaderList {
    if (init instanceof HeaderList) return init;
    const lines: string[] = [];
    for (const [name, value] of entriesOf(init)) pushLines(lines, name, value);
    return lines.length === 0 ? HeaderList.empty : new HeaderList(lines);
  }

  /** As `Headers` and `Response` take them. */
  get pairs(): [string, string][] {
    return pairsOf(this.lines);
  }

  /** The values of a header joined by ", "; undefined when it is absent. Case does not matter. */
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

  /** The lines that are kept. */
  filter(keeps: (name: string, value: string) => boolean): HeaderList {
    return new HeaderList(filterLines(this.lines, keeps), this.closesConnection);
  }

  /** Without the headers of a connection: `Connection`, the headers that it names, `Keep-Alive` and so on (rule S6). */
  get sendable(): HeaderList {
    if (this.#sendable !== undefined) return this.#sendable;
    const { lines } = this;
    if (!lines.some((text, index) => index % 2 === 0 && CONNECTION_HEADER.test(text))) {
      return (this.#sendable = this);
    }
    const named = (this.get('connection') ?? '').toLowerCase().split(/[\t ,]+/);
    const kept = filterLines(
      lines,
      (name) => !CONNECTION_HEADER.test(name) && !named.includes(name.toLowerCase()),
    );
    return (this.#sendable = new HeaderList(kept, named.includes('close')));
  }

  /** The `sendable` headers, with the Content-Length of a body of `size` bytes. */
  withLength(size: number): HeaderList {
    const { sendable } = this;
    this.#measured ??= sendable.without('content-length').lines.concat(['Content-Length', '']);
    // Each answer comes through here, and to copy and overwrite costs a fifth of what `concat` does.
    const lines = this.#measured.slice();
    lines[lines.length - 1] = String(size);
    return new HeaderList(lines, sendable.closesConnection);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** These headers, preceded by those of `defaults` whose names do not occur here. */
  withDefaults(defaults: HeaderList): HeaderList {
    const missing = filterLines(defaults.lines, (name) => !this.has(name));
    return missing.length === 0 ? this : new HeaderList([...missing, ...this.lines]);
  }
}

/**
 * The values of a header among lines of name, value, name, value, …: joined by ", ", those of Cookie by "; ", as `Headers`
 * joins them. Case does not matter.
 */
export function findHeader(lines: readonly string[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  let found: string | undefined;
  for (let index = 0; index < lines.length; index += 2) {
    if (!isSameName(lines[index] as string, wanted)) continue;
    const value = lines[index + 1] as string;
    // RFC 9113 8.2.3: clients of HTTP/2 send the parts of Cookie one by one.
    found = found === undefined ? value : `${found}${wanted === 'cookie' ? '; ' : ', '}${value}`;
  }
  return found;
}

/** Of lines of name, value, name, value, … those that are kept. */
export function filterLines(
  lines: readonly string[],
  keeps: (name: string, value: string) => boolean,
): string[] {
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const [name, value] = [lines[index] as string, lines[index + 1] as string];
    if (keeps(name, value)) kept.push(name, value);
  }
  return kept;
}

/** A `Headers` object that cannot be changed: to try is an FwError FW_READ_ONLY_HEADERS. */
export function readOnlyHeaders(lines: readonly string[]): Headers {
  // No class of its own, because Node takes long to load the one that it would extend.
  return Object.assign(new Headers(pairsOf(lines)), { append: refuse, set: refuse, delete: refuse });
}

function pairsOf(lines: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  let cookie: [string, string] | undefined;
  for (let index = 0; index < lines.length; index += 2) {
    const [name, value] = [lines[index] as string, lines[index + 1] as string];
    const isCookie = isSameName(name, 'cookie');
    // RFC 9113 8.2.3; not every runtime joins them so.
    if (isCookie && cookie !== undefined) cookie[1] += `; ${value}`;
    else {
      const pair: [string, string] = [name, value];
      if (isCookie) cookie = pair;
      found.push(pair);
    }
  }
  return found;
}

function refuse(): never {
  throw new FwError(
    'FW_READ_ONLY_HEADERS',
    'These headers are read-only: withHeader() and withoutHeader() return a changed copy.',
  );
}

/** @param wanted in lower case; most names differ from it in length already */
export function isSameName(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}

function entriesOf(init: HeadersInput): Iterable<readonly [string, string | readonly string[]]> {
  return Symbol.iterator in init ? init : Object.entries(init);
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
      'text without line breaks, other control characters or characters beyond Latin-1',
      value,
    );
  }
  // As `Headers` and every recipient do.
  lines.push(name, text.replace(OUTER_BLANKS, ''));
}
