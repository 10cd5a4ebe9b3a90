import { DuplicateRouteError, UriGenerationError } from '../error/coded-errors.ts';
import { whatElse } from '../error/nearest.ts';
import type { Route, RouteOptions } from './route.ts';
import type { UriOptions } from './router-interface.ts';
import { UriTemplate } from './uri-template.ts';

/** Routes in registration order, no two of them for the same requests or of the same explicit name (SEMANTICS R11). */
export class RouteCollection implements Iterable<Route> {
  readonly #routes: Route[] = [];
  readonly #tokensOf: (route: Route) => RouteOptions['tokens'];
  readonly #byShape = new Map<string, Route[]>();
  readonly #templates = new Map<Route, UriTemplate>();
  #byName: Map<string, Route> | undefined;

  /** @param tokensOf the restrictions of a route beside those in its path */
  constructor(tokensOf: (route: Route) => RouteOptions['tokens'] = ({ options }) => options.tokens) {
    this.#tokensOf = tokensOf;
  }

  /** @throws DuplicateRouteError */
  add(route: Route): void {
    const { shape } = route.pattern;
    const sameShape = this.#byShape.get(shape);
    const same = sameShape?.find((other) => methodsIntersect(other, route) && this.#sameTokens(other, route));
    if (same !== undefined) {
      throw new DuplicateRouteError(
        `The route ${describeRoute(route)} answers the same requests as ${describeRoute(same)}; ` +
          'remove one of them or give it other methods.',
      );
    }
    this.#checkName(route);
    if (sameShape === undefined) this.#byShape.set(shape, [route]);
    else sameShape.push(route);
    this.#routes.push(route);
    this.#byName = undefined;
  }

  get all(): readonly Route[] {
    return this.#routes;
  }

  [Symbol.iterator](): Iterator<Route> {
    return this.#routes[Symbol.iterator]();
  }

  /** The route of this name; explicit names count before default ones. */
  named(name: string): Route | undefined {
    const known = this.#byName?.get(name);
    if (known?.name === name) return known;
    this.#byName = new Map(this.#routes.map((route) => [route.name, route]));
    for (const route of this.#routes.toReversed()) {
      if (route.explicitName !== undefined) this.#byName.set(route.explicitName, route);
    }
    return this.#byName.get(name);
  }

  /** @throws UriGenerationError when the name is unknown, or a parameter is missing or not accepted */
  generateUri(name: string, params: object = {}, options: UriOptions = {}): string {
    const route = this.named(name);
    if (route !== undefined) return this.#templateOf(route).fill(params, options);
    const names = this.#routes.map((known) => known.name);
    throw new UriGenerationError(`There is no route "${name}"${whatElse(name, names)}`);
  }

  // Made anew where the options of the route have been replaced since.
  #templateOf(route: Route): UriTemplate {
    const tokens = this.#tokensOf(route);
    const known = this.#templates.get(route);
    if (known !== undefined && known.tokens === tokens) return known;
    const template = new UriTemplate(route, tokens);
    this.#templates.set(route, template);
    return template;
  }

  #sameTokens(one: Route, other: Route): boolean {
    return one.pattern.placeholders.every(({ name }, index) => {
      const otherName = other.pattern.placeholders[index]?.name ?? '';
      return String(this.#tokensOf(one)?.[name]) === String(this.#tokensOf(other)?.[otherName]);
    });
  }

  #checkName(route: Route): void {
    if (route.explicitName === undefined) return;
    const other = this.named(route.explicitName);
    if (other?.explicitName === undefined) return;
    throw new DuplicateRouteError(
      `The route ${describeRoute(route)} has the name of ${describeRoute(other)}; give it another name.`,
    );
  }
}

function describeRoute(route: Route): string {
  return `"${route.name}" (${route})`;
}

function methodsIntersect(one: Route, other: Route): boolean {
  if (one.methods === undefined || other.methods === undefined) return true;
  return one.methods.some((method) => other.methods?.includes(method));
}
