import { whatElse } from '../errors/nearest.ts';
import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import type { Route } from './route.ts';
import type { RouteCollection } from './route-collection.ts';
import type { UriOptions } from './router-interface.ts';
import { UriWriter } from './uri-writer.ts';

/** The URIs of a router's routes (rule R13). Apart from the router, so that an application that writes none goes without. */
export class Uris {
  readonly #routes: RouteCollection;
  readonly #writers = new Map<Route, UriWriter>();

  constructor(routes: RouteCollection) {
    this.#routes = routes;
  }

  /** @throws UriGenerationError when the name is unknown, a parameter is missing or not accepted, or what is appended is no text */
  generate(name: string, params: object = {}, options?: UriOptions | null): string {
    const route = this.#routes.named(name);
    if (route !== undefined) return this.#writerOf(route).write(params, options ?? {});
    const names = this.#routes.all.map((known) => known.name);
    throw new UriGenerationError(`There is no route ${describe(name)}${whatElse(String(name), names)}`);
  }

  // Made again after `setOptions`.
  #writerOf(route: Route): UriWriter {
    const tokens = this.#routes.tokensOf(route);
    const known = this.#writers.get(route);
    if (known !== undefined && known.tokens === tokens) return known;
    const writer = new UriWriter(route, tokens);
    this.#writers.set(route, writer);
    return writer;
  }
}
