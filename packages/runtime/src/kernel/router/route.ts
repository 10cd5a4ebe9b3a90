import { DuplicateRouteError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { findNothingGiven, type Origin, placeOf } from '../errors/describe.ts';
import { TOKEN } from '../http/header-list.ts';
import { type Constraints, wholeValueTest } from './constraints/constraint.ts';
import { parsePattern, type PathPattern } from './path-pattern.ts';

export type { Constraints } from './constraints/constraint.ts';

/** The options of a route. Keys that Fw doesn't know are kept for your own code. */
export interface RouteOptions {
  /**
   * Constraints by placeholder: regular expressions that match the whole value; none when absent. Only `TreeRouter`
   * honors them. An expression that can take exponential time is run in linear time or rejected (rule R4).
   */
  readonly tokens?: NonNullable<Constraints>;
  /** Values of optional placeholders that a path leaves out; none when absent. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** An option of your own, which middleware reads from the matched route. */
  readonly [key: string]: unknown;
}

const NO_OPTIONS: RouteOptions = Object.freeze({});
// Shared, because most routes have this list.
const ONLY_GET: readonly string[] = Object.freeze(['GET']);

/** A path, its methods, and the middleware that handles them. `app.get()` and the other methods return it. */
export class Route {
  /** The path as given, such as `/post/{id:\d+}[/{lang}]` (rule R3). */
  readonly path: string;
  /** The middleware as given: a function, an object, a class, the name of a service, or an array of these. */
  readonly middleware: unknown;
  /** The methods in upper case; undefined when the route handles any method. */
  readonly methods: readonly string[] | undefined;
  /** @internal */
  readonly pattern: PathPattern;
  /** @internal Where the route was registered, if the application records it; errors about duplicates name it. */
  origin?: Origin;
  #name: string | undefined;
  #options: RouteOptions = NO_OPTIONS;

  /**
   * Creates a route. Register it with `app.route(route)`, or with `router.addRoute(route)`.
   *
   * @param path the path, such as `/post/{id}`
   * @param middleware a function, an object, a class, the name of a service, or an array of these
   * @param methods the methods, in any case; any method when absent
   * @param name the name, for URLs; derived from the path and the methods when absent
   * @throws {@link InvalidArgumentError} when the path is malformed, a method is no HTTP token, the name is empty, or
   *   the middleware is missing
   * @example app.route(new Route('/post/{id}', ShowPost, ['GET'], 'post'));
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

  /**
   * The name for URLs. The default is the path, then `^` and the methods if it has any (rule R12). Setting an empty
   * name throws.
   */
  get name(): string {
    return this.#name ?? (this.methods === undefined ? this.path : `${this.path}^${this.methods.join(':')}`);
  }

  set name(name: string) {
    if (typeof name !== 'string' || name === '') {
      throw new InvalidArgumentError(
        `name of the route ${this.path}`,
        'a non-empty string',
        name,
        hintOfSeveral(name),
      );
    }
    this.#name = name;
  }

  /** @internal Undefined if the route has its default name. */
  get explicitName(): string | undefined {
    return this.#name;
  }

  /**
   * Sets the name, for URLs.
   *
   * @returns the route, for more calls
   * @throws {@link InvalidArgumentError} when the name is not a string or is empty
   * @example app.get('/post/{id}', ShowPost).setName('post');
   */
  setName(name: string): this {
    this.name = name;
    return this;
  }

  /** The options, as `setOptions` set them; empty by default. */
  get options(): RouteOptions {
    return this.#options;
  }

  /**
   * Replaces the options. Options have no effect after the first match (rule R1).
   *
   * @returns the route, for more calls
   * @throws {@link InvalidArgumentError} when an option is malformed, or a constraint can take exponential time (rule
   *   R4)
   * @example app.get('/[{lang}]', Home).setOptions({ tokens: { lang: 'en|de' }, defaults: { lang: 'en' } });
   */
  setOptions(options: RouteOptions): this {
    checkOptions(options, this.path);
    this.#options = options;
    return this;
  }

  /** Whether the route handles a method: its list has the method, or the route has no list. Ignores case. */
  allowsMethod(method: string): boolean {
    return this.methods === undefined || this.methods.includes(method.toUpperCase());
  }

  /** The route for an error message, such as `GET|POST /post/{id}`. */
  toString(): string {
    return `${this.methods === undefined ? 'any method' : this.methods.join('|') || 'no method'} ${this.path}`;
  }
}

/** @throws {@link InvalidArgumentError} when the methods are no array of HTTP tokens */
function checkMethods(methods: unknown, path: string): readonly string[] {
  if (Array.isArray(methods) && methods.length === 1 && methods[0] === 'GET') return ONLY_GET;
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

/** A hint for `get(path, first, second)`; an empty string if the argument is no middleware. */
export function hintOfSeveral(argument: unknown): string {
  return typeof argument === 'function' ? ' Pass several middleware as an array: [first, second].' : '';
}

/** Whether a value is an array of HTTP tokens. */
export function isMethodList(methods: unknown): methods is readonly string[] {
  return (
    Array.isArray(methods) && methods.every((method) => typeof method === 'string' && TOKEN.test(method))
  );
}

function checkOptions(options: RouteOptions, path: string): void {
  if (!isObject(options)) {
    throw new InvalidArgumentError(`options of the route ${path}`, 'an object', options);
  }
  for (const name of ['tokens', 'defaults']) {
    if (options[name] !== undefined && !isObject(options[name])) {
      throw new InvalidArgumentError(`option "${name}" of the route ${path}`, 'an object', options[name]);
    }
  }
  for (const [name, constraint] of Object.entries(options.tokens ?? {})) {
    checkConstraint(constraint, `token "${name}" of the route ${path}`);
  }
}

function checkConstraint(constraint: unknown, argument: string): void {
  let hint = '';
  try {
    if (typeof constraint === 'string' || constraint instanceof RegExp) {
      wholeValueTest(constraint);
      return;
    }
  } catch (cause) {
    if (cause instanceof RangeError) hint = ` It ${cause.message}.`;
  }
  throw new InvalidArgumentError(argument, 'a regular expression or its source', constraint, hint);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects duplicate routes, so that one error names all of them. */
export class Duplicates {
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /** @throws every other error than a DuplicateRouteError */
  collect(register: () => unknown): void {
    try {
      register();
    } catch (error) {
      if (!(error instanceof DuplicateRouteError)) throw error;
      this.add(error.message);
    }
  }

  /** @throws {@link DuplicateRouteError} with all messages, one a line, if there is any */
  throwIfAny(change: (error: DuplicateRouteError) => DuplicateRouteError = (error) => error): void {
    if (this.#messages.length > 0) throw change(new DuplicateRouteError(this.#messages.join('\n')));
  }
}

/** Whether two routes of the same path have a method in common. HEAD and OPTIONS are compared only where they are listed. */
export function haveSameMethod({ methods }: Route, { methods: others }: Route): boolean {
  return methods === undefined || others === undefined || methods.some((method) => others.includes(method));
}

export function sameRequests(route: Route, other: Route): string {
  return `The route ${shown(route)} handles the same requests as ${shown(other)}; remove one of them, or change its methods.`;
}

export function sameName(route: Route, other: Route): string {
  return `The route ${shown(route)} has the name of ${shown(other)}; rename one of them.`;
}

function shown(route: Route): string {
  return `"${route.name}" (${route})${placeOf(route.origin)}`;
}
