import { DuplicateRouteError } from '../errors/coded-errors.ts';
import { isText, type PatternForm, toSegments } from './pattern-forms.ts';
import type { Route, Tokens } from './route.ts';
import { Duplicates } from './duplicates.ts';
import { formKey } from './segment-key.ts';
import { describeRoute, type MethodsOf, TakenPaths } from './taken-paths.ts';

/** Routes in registration order, no two of them for the same requests or of the same explicit name (rule R11). */
export class RouteCollection {
  readonly #routes: Route[] = [];
  readonly #honoursTokens: boolean;
  // The paths without placeholders that a token could tell apart.
  readonly #taken: TakenPaths;
  readonly #methodsOf: MethodsOf;
  #byName: Map<string, Route> | undefined;

  /** @param honoursTokens whether the option "tokens" tells two paths apart */
  constructor(honoursTokens = true, methodsOf: MethodsOf = ({ methods }) => methods) {
    this.#honoursTokens = honoursTokens;
    this.#methodsOf = methodsOf;
    this.#taken = new TakenPaths(methodsOf);
  }

  /**
   * Refuses what no later `setOptions` or `setName` could tell apart; the rest is left to `check`.
   *
   * @throws DuplicateRouteError
   */
  add(route: Route): void {
    const keys = this.#keysOf(route, true);
    if (keys.length > 0) this.#taken.take(route, keys);
    this.#routes.push(route);
    this.#byName = undefined;
  }

  /**
   * @param pathsToo whether two may have one path
   * @throws DuplicateRouteError telling all routes that nothing has told apart since they were added, one a line
   */
  check(pathsToo = true): void {
    const taken = new TakenPaths(this.#methodsOf);
    const names = new Map<string, Route>();
    const duplicates = new Duplicates();
    for (const route of this.#routes) {
      const keys = pathsToo ? this.#keysOf(route, false) : NONE;
      if (keys.length === 0 && route.explicitName === undefined) continue;
      duplicates.collect(() => {
        taken.take(route, keys);
        takeName(route, names);
      });
    }
    duplicates.tell();
    // `setName` may have given a name that was looked up before to another route.
    this.#byName = undefined;
  }

  /** Of those forms that no token could tell from others, or of the rest: no form of one kind has a key of the other. */
  #keysOf(route: Route, areSettled: boolean): readonly string[] {
    const tokens = this.tokensOf(route);
    let keys: readonly string[] = NONE;
    const { forms } = route.pattern;
    for (let index = 0; index < forms.length; index++) {
      const form = forms[index] as PatternForm;
      const isAllText = isText(form);
      const isSettled = !this.#honoursTokens || isAllText;
      if (isSettled !== areSettled) continue;
      keys = keys.concat(isAllText ? form.join('') : formKey(toSegments(form), tokens));
    }
    return keys;
  }

  get all(): readonly Route[] {
    return this.#routes;
  }

  /** The restrictions of a route beside those in its path. */
  tokensOf(route: Route): Tokens {
    return this.#honoursTokens ? route.options.tokens : undefined;
  }

  /** The route of this name; explicit names count before default ones, and the first of several. */
  named(name: string): Route | undefined {
    const known = this.#byName?.get(name);
    if (known?.name === name) return known;
    const lastFirst = this.#routes.toReversed();
    this.#byName = new Map(lastFirst.map((route) => [route.name, route]));
    for (const route of lastFirst) {
      if (route.explicitName !== undefined) this.#byName.set(route.explicitName, route);
    }
    return this.#byName.get(name);
  }
}

const NONE: readonly never[] = Object.freeze([]);

function takeName(route: Route, names: Map<string, Route>): void {
  if (route.explicitName === undefined) return;
  const other = names.get(route.explicitName);
  if (other === undefined) {
    names.set(route.explicitName, route);
    return;
  }
  throw new DuplicateRouteError(
    `The route ${describeRoute(route)} has the name of ${describeRoute(other)}; give it another name.`,
  );
}
