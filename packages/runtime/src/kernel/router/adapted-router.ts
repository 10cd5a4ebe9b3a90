import { warn } from '../errors/logger.ts';
import { RouteCollection } from './route-collection.ts';
import { decodeValue, segmentKindOf, PLAIN, REST, type SegmentKind, STATIC } from './segment-matcher.ts';
import { namesIn, type PatternForm, toSegments } from './pattern-forms.ts';
import type { Route } from './route.ts';
import {
  allowedMethods,
  resultOf,
  RouteResult,
  type RouterInterface,
  type UriOptions,
} from './router-interface.ts';

/** Finds candidates for a request in the tree of another package. */
export type FindForms = (method: string, path: string) => readonly AdaptedForm[];

/**
 * A router on the tree of another package, which selects candidates by method and by the text of the path. The candidates then
 * read their parameters and check their constraints, so that paths, parameters and URIs are the same with every router.
 */
export abstract class AdaptedRouter implements RouterInterface {
  /** @internal */
  static get name(): string {
    return 'AdaptedRouter';
  }

  readonly honoursTokens = false;
  readonly #routes = new RouteCollection(false);
  readonly #warned = new WeakSet<Route>();
  #find: FindForms | undefined;

  /** Builds a tree. */
  protected abstract createFind(forms: readonly AdaptedForm[]): FindForms;

  /** The methods of a route in the tree; undefined: any method. */
  protected abstract methodsOf(route: Route): readonly string[] | undefined;

  addRoute(route: Route): void {
    this.#routes.add(route);
    this.#find = undefined;
  }

  checkRoutes(): void {
    this.#routes.buildTree();
    for (const route of this.#routes.all) this.#warnOfConstraints(route);
  }

  rebuild(): void {
    this.#find = undefined;
  }

  generateUri(name: string, params?: object, options?: UriOptions): string {
    return this.#routes.generateUri(name, params, options);
  }

  match(method: string, path: string): RouteResult {
    const found =
      this.#matchMethod(method, path) ?? (method === 'HEAD' ? this.#matchMethod('GET', path) : undefined);
    if (found !== undefined) return found;
    const methods = new Set(this.#routes.all.flatMap((route) => this.methodsOf(route) ?? []));
    const allowed = [...methods].filter((other) => this.#matchMethod(other, path) !== undefined);
    return RouteResult.fromRouteFailure(allowed.length === 0 ? undefined : allowedMethods(allowed));
  }

  #matchMethod(method: string, path: string): RouteResult | undefined {
    this.#find ??= this.#build();
    for (const form of this.#find(method, path)) {
      const result = form.match(path);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  #build(): FindForms {
    this.checkRoutes();
    const forms = this.#routes.all.flatMap((route) => {
      const methods = this.methodsOf(route);
      return route.pattern.forms.map((form) => new AdaptedForm(route, methods, form));
    });
    // The most specific forms come first, and forms of the same rank stay in the order of registration (rule R5).
    return this.createFind(
      forms.toSorted((one, other) => Number(one.rank > other.rank) - Number(one.rank < other.rank)),
    );
  }

  #warnOfConstraints(route: Route): void {
    const names = Object.keys(route.options.tokens ?? {});
    if (names.length === 0 || this.#warned.has(route)) return;
    this.#warned.add(route);
    const inline = names.map((name) => `{${name}:…}`).join(' and ');
    warn(
      `${this.constructor.name} ignores the option "tokens" of the route ${route}; ` +
        `write the constraint in the path instead, as ${inline}, which every router honors.`,
    );
  }
}

/** A form of a route's path. */
export class AdaptedForm {
  /** Undefined: any method. */
  readonly methods: readonly string[] | undefined;
  /** How specific the form is: a digit for each segment, smaller for a more specific one (rule R5). */
  readonly rank: string;
  readonly #route: Route;
  readonly #kinds: readonly SegmentKind[];
  readonly #names: readonly string[];

  constructor(route: Route, methods: readonly string[] | undefined, form: PatternForm) {
    this.methods = methods;
    this.#route = route;
    this.#kinds = toSegments(form).map((segment) => segmentKindOf(segment, undefined));
    this.#names = namesIn(form);
    this.rank = this.#kinds.map(({ rank }) => rank).join('');
  }

  /**
   * The path as another package writes it.
   *
   * @param placeholder matches one segment @param rest matches all remaining segments
   */
  toPattern(text: (text: string) => string, placeholder: (index: number) => string, rest: string): string {
    const segments = this.#kinds.map((kind, index) => {
      if (kind.rank === STATIC) return text(kind.text);
      return kind.rank === REST ? rest : placeholder(index);
    });
    return `/${segments.join('/')}`;
  }

  /** Undefined when the path has another text than the form, or a value that a constraint doesn't accept. */
  match(path: string): RouteResult | undefined {
    const last = this.#kinds.length - 1;
    const segments = path.slice(1).split('/');
    if (this.#kinds[last]?.rank === REST && segments.length > last) {
      segments.push(segments.splice(last).join('/'));
    }
    const values: string[] = [];
    const matches = (kind: SegmentKind, index: number): boolean =>
      takeSegment(kind, segments[index] as string, values);
    if (segments.length !== this.#kinds.length || !this.#kinds.every(matches)) return undefined;
    return resultOf(
      { route: this.#route, names: this.#names, defaults: this.#route.options.defaults },
      values,
    );
  }
}

function takeSegment(kind: SegmentKind, segment: string, values: string[]): boolean {
  if (kind.rank === STATIC) return segment === kind.text;
  if (kind.rank !== PLAIN) return kind.matcher.take(segment, values, values.length) > 0;
  return segment !== '' && values.push(decodeValue(segment)) > 0;
}
