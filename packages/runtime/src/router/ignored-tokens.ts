import type { Route } from './route.ts';

/** Warns of the option `tokens`, which only the default router honours, once for each route (SEMANTICS R4). */
export class IgnoredTokens {
  readonly #router: string;
  readonly #warned = new WeakSet<Route>();

  /** @param router the name of the class that ignores them */
  constructor(router: string) {
    this.#router = router;
  }

  warnOf(route: Route): undefined {
    const names = Object.keys(route.options.tokens ?? {});
    if (names.length === 0 || this.#warned.has(route)) return;
    this.#warned.add(route);
    const inline = names.map((name) => `{${name}:…}`).join(' and ');
    console.warn(
      `${this.#router} ignores the option "tokens" of the route ${route}; write the restriction in the path instead, as ${inline}, which every router honours.`,
    );
  }
}
