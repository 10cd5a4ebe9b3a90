import { UriGenerationError } from '../errors/coded-errors.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { RouteResult } from './route-result.ts';
import type { RouteName, SomeUriParams } from './route-names.ts';
import type { RouterInterface, UriOptions } from './router-interface.ts';

/**
 * Makes URIs of routes, starting from the current one. It belongs to one request, because other requests run beside it.
 *
 * @example new UrlHelper(router, request).generate('post', { id: 42 })
 */
export class UrlHelper {
  static get name(): string {
    return 'UrlHelper';
  }

  readonly #router: RouterInterface;
  readonly #current: RouteResult | undefined;

  /** @param current the request, or what its routing found; without it every call needs a name */
  constructor(router: RouterInterface, current?: ServerRequest | RouteResult) {
    this.#router = router;
    this.#current = current instanceof RouteResult ? current : current?.getAttribute(RouteResult);
  }

  /**
   * @param name the current route's when absent
   * @param params count more than those of the current route, which fill in when it is the route asked for
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
    // Parameters that are no map are left to the router, which refuses them.
    return this.#router.generateUri(wanted, reused && params ? { ...reused, ...params } : params, options);
  }
}
