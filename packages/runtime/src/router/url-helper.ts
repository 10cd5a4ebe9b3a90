import { UriGenerationError } from '../errors/coded-errors.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { RouteResult } from './route-result.ts';
import type { RouteName, SomeUriParams } from './route-names.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';

/**
 * Writes URIs of routes, with the parameters of the current route as defaults. Create one for each request.
 *
 * @example new UrlHelper(router, request).generate('post', { id: 42 })
 */
export class UrlHelper {
  static get name(): string {
    return 'UrlHelper';
  }

  readonly #router: RouterInterface;
  readonly #current: RouteResult | undefined;

  /** @param current the request or its `RouteResult`; without it every call needs a name */
  constructor(router: RouterInterface, current?: ServerRequest | RouteResult) {
    this.#router = router;
    this.#current = current instanceof RouteResult ? current : current?.getAttribute(RouteResult);
  }

  /**
   * @param name the name of the current route when absent
   * @param params override the parameters of the current route, which are used only for the URI of the current route
   * @throws UriGenerationError when there is no such route, or a parameter is missing or not accepted
   */
  generate<const Name extends RouteName | undefined = undefined>(
    name?: Name,
    params?: SomeUriParams<Name>,
    options?: UriOptions,
  ): string;
  generate(name?: string, params: object = {}, options: UriOptions = {}): string {
    const route = this.#current?.route;
    const wanted = name ?? route?.name;
    if (wanted === undefined) {
      throw new UriGenerationError('No route has been matched, so generate() needs the name of one.');
    }
    const reused = wanted === route?.name ? this.#current?.params : undefined;
    // The router rejects parameters that are no object.
    return this.#router.generateUri(wanted, reused && params ? { ...reused, ...params } : params, options);
  }
}
