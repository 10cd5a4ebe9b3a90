import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { findNothingGiven } from '../errors/describe.ts';
import { TOKEN } from '../http/header-list.ts';
import { parsePattern, type PathPattern } from './path-pattern.ts';
import { wholeValueTest } from './constraints/value-expression.ts';

/** What a route may carry beside path and methods; other keys are kept for the user. */
export interface RouteOptions {
  /**
   * Restrictions by placeholder, matched against the whole value; honoured by TreeRouter. One that can take exponential
   * time is run in linear time or refused.
   */
  readonly tokens?: Readonly<Record<string, string | RegExp>>;
  /** Values for optional placeholders that a path leaves out. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** The option `tokens`. */
export type Tokens = RouteOptions['tokens'];

const NO_OPTIONS: RouteOptions = Object.freeze({});

/** A path and the methods for which a middleware answers it. */
export class Route {
  /** As given, such as `/post/{id:\d+}[/{lang}]` (rule R3). */
  readonly path: string;
  readonly middleware: unknown;
  /** Upper-case; undefined: any method. */
  readonly methods: readonly string[] | undefined;
  /** @internal */
  readonly pattern: PathPattern;
  #name: string | undefined;
  #options: RouteOptions = NO_OPTIONS;

  /**
   * @throws InvalidArgumentError when the path cannot be parsed, a method is no HTTP token, or there is no middleware
   */
  constructor(path: string, middleware: unknown, methods?: readonly string[], name?: string) {
    this.pattern = parsePattern(path);
    const missing = findNothingGiven(middleware)[0];
    if (missing !== undefined) {
      throw new InvalidArgumentError(
        `middleware${missing.place} of the route ${path}`,
        'given',
        missing.found,
      );
    }
    this.path = path;
    this.middleware = middleware;
    this.methods = methods === undefined ? undefined : checkMethods(methods, path);
    if (name !== undefined) this.setName(name);
  }

  /** The name for `generateUri`; by default the path, followed by `^` and the methods where it has some. */
  get name(): string {
    return this.#name ?? (this.methods === undefined ? this.path : `${this.path}^${this.methods.join(':')}`);
  }

  set name(name: string) {
    if (typeof name !== 'string' || name === '') {
      throw new InvalidArgumentError(
        `name of the route ${this.path}`,
        'a string that is not empty',
        name,
        hintOfSeveral(name),
      );
    }
    this.#name = name;
  }

  /** @internal Undefined while the route has its default name. */
  get explicitName(): string | undefined {
    return this.#name;
  }

  setName(name: string): this {
    this.name = name;
    return this;
  }

  get options(): RouteOptions {
    return this.#options;
  }

  /** Replaces the options. Those set before the first match count (rule R1). */
  setOptions(options: RouteOptions): this {
    checkOptions(options, this.path);
    this.#options = options;
    return this;
  }

  /** Whether the method is listed, or the route has no list. */
  allowsMethod(method: string): boolean {
    return this.methods === undefined || this.methods.includes(method.toUpperCase());
  }

  /** The route as an error message shows it, such as `GET|POST /post/{id}`. */
  toString(): string {
    return `${this.methods === undefined ? 'any method' : this.methods.join('|') || 'no method'} ${this.path}`;
  }
}

/** @throws InvalidArgumentError when it is not an array of HTTP tokens */
function checkMethods(methods: unknown, path: string): readonly string[] {
  if (!isMethodList(methods)) {
    throw new InvalidArgumentError(
      `methods of the route ${path}`,
      'an array of HTTP methods',
      methods,
      hintOfSeveral(methods),
    );
  }
  const upper = methods.map((method) => method.toUpperCase());
  return upper.length < 2 ? upper : [...new Set(upper)];
}

/** The correct spelling of `get(path, first, second)`; an empty string where the argument is no middleware. */
export function hintOfSeveral(argument: unknown): string {
  return typeof argument === 'function'
    ? ' Give a route several middleware as an array: [first, second].'
    : '';
}

/** Whether a value is a list of HTTP tokens. */
export function isMethodList(methods: unknown): methods is readonly string[] {
  return (
    Array.isArray(methods) && methods.every((method) => typeof method === 'string' && TOKEN.test(method))
  );
}

function checkOptions(options: RouteOptions, path: string): void {
  if (!isMap(options)) throw new InvalidArgumentError(`options of the route ${path}`, 'a map', options);
  const { tokens, defaults } = options;
  if (defaults !== undefined && !isMap(defaults)) {
    throw new InvalidArgumentError(`option "defaults" of the route ${path}`, 'a map', defaults);
  }
  if (tokens === undefined) return;
  if (!isMap(tokens)) throw new InvalidArgumentError(`option "tokens" of the route ${path}`, 'a map', tokens);
  for (const [name, token] of Object.entries(tokens))
    checkToken(token, `token "${name}" of the route ${path}`);
}

function checkToken(token: unknown, argument: string): void {
  let hint = '';
  try {
    if (typeof token === 'string' || token instanceof RegExp) {
      wholeValueTest(token);
      return;
    }
  } catch (cause) {
    if (cause instanceof RangeError) hint = ` It ${cause.message}.`;
  }
  throw new InvalidArgumentError(argument, 'a regular expression or its source', token, hint);
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
