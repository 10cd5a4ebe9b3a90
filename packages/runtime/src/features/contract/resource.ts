import { completeInGroup } from '../../kernel/application/route-registrar.ts';
import type { KnownServiceId, ServiceId } from '../../kernel/container/container-interface.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { contract } from './contract.ts';
import type { ContractDefinition } from './definition.ts';
import {
  HandledRoute,
  METHODS,
  type ResourceMethods,
  type ResourceOptions,
  type ResourceRoute,
} from './resource-types.ts';

/**
 * Defines the routes of a resource: one expression per route, with its contract and its handler. The routes are named
 * after the resource and their keys, such as `articles.list`. Register the result with `routes: [articles]` in the
 * configuration, with `app.add(articles)`, or in a group.
 *
 * @param prefix the prefix of the paths; each handler gets the prefix's parameters, too
 * @param options the name of the resource, and the services of its handlers
 * @param define a function that returns the routes by key
 * @returns an array of routes
 * @throws {@link InvalidArgumentError} when an argument or a contract is invalid
 * @example
 * export const articles = resource('/articles', { name: 'articles', services: [Articles] }, ({ get, post }) => ({
 *   show: get('/{slug}', { responses: { 200: Article } }).handle(({ params }, articles) => articles.find(params.slug)),
 *   create: post('/', { body: NewArticle, responses: { 201: Article } }).handle(({ body }, articles) => articles.add(body)),
 * }));
 */
export function resource<const Prefix extends string, const Ids extends readonly KnownServiceId[] = []>(
  prefix: Prefix,
  options: ResourceOptions<Ids>,
  define: (methods: ResourceMethods<Prefix, Ids>) => Readonly<Record<string, HandledRoute>>,
): readonly ResourceRoute[] {
  const place = `resource(${JSON.stringify(prefix)})`;
  checkOptions(options, place);
  const expected = 'a function that returns routes by their names';
  if (typeof define !== 'function') throw new InvalidArgumentError(`define of ${place}`, expected, define);
  const { name, services = [] } = options;
  const complete = completeInGroup(prefix, { name: `${name}.` });
  const methods = METHODS.map((method) => [
    method,
    (path: string, definition: ContractDefinition = {}) => ({
      handle: (run: never) => new HandledRoute(method, path, contract(definition).handle(services, run)),
    }),
  ]);
  const routes = define(Object.fromEntries(methods) as ResourceMethods<Prefix, Ids>);
  if (typeof routes !== 'object' || routes === null) {
    throw new InvalidArgumentError(`result of define of ${place}`, 'an object with routes', routes);
  }
  return Object.entries(routes).map(([key, route]) => {
    if (!(route instanceof HandledRoute)) {
      throw new InvalidArgumentError(`${key} of ${place}`, 'the result of handle()', route);
    }
    const { method, path, handler } = route;
    Object.defineProperty(handler, 'name', { value: `${name}.${key}` });
    return complete({ path, middleware: handler, allowed_methods: [method.toUpperCase()], name: key });
  });
}

function checkOptions(options: ResourceOptions<readonly ServiceId[]>, place: string): void {
  const expected = 'an object with the keys "name" and, optionally, "services"';
  const isObject = typeof options === 'object' && options !== null;
  if (!isObject || Object.keys(options).some((key) => key !== 'name' && key !== 'services')) {
    throw new InvalidArgumentError(`options of ${place}`, expected, options);
  }
  if (typeof options.name !== 'string' || options.name === '') {
    throw new InvalidArgumentError(`name of ${place}`, 'a string such as "articles"', options.name);
  }
}
