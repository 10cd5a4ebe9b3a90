import type { UriOptions } from './router-interface.ts';

/**
 * Names of routes and their parameters, as requests have them; a site augments it, with what `fw types` writes:
 * `declare module 'fw-runtime' { interface Routes { post: { readonly id: string } } }`.
 */
export interface Routes {}

// Not asked for each name, so that what a URL costs the compiler does not grow with the number of routes.
type Known = keyof Routes extends never ? Record<string, Record<string, string>> : Routes;

// Written so that messages list the names.
/** The name of a route; any text as long as `Routes` is empty. */
export type RouteName = keyof Routes extends never ? string : keyof Routes & string;

/**
 * The parameters of a route, as `request.params` has them.
 *
 * @example (request: ServerRequest<RouteParams<'post'>>) => new TextResponse(request.params.id)
 */
export type RouteParams<Name extends RouteName> = Known[Name];

/** What may stand for a parameter in a URI; it is percent-encoded. */
export type UriValue = string | number | bigint | boolean;

/** What fills the placeholders of a route in its URI: what a request may lack may be undefined here. */
export type UriParams<Params> = {
  readonly [Key in keyof Params]: Params[Key] extends string ? UriValue : UriValue | undefined;
};

/** Stands where a parameter is given to a route that has none. */
export interface RouteHasNoParameters {
  readonly error: 'The path of this route has no placeholders';
}

type Given<Params> = string extends keyof Params
  ? object
  : keyof Params extends never
    ? Readonly<Record<string, RouteHasNoParameters>>
    : UriParams<Params>;

type Arguments<Params, Options> = {} extends Params
  ? [params?: Given<Params>, options?: Options]
  : [params: Given<Params>, options?: Options];

/** What follows the name of a route: its parameters, which only a route that needs none goes without, and options. */
export type UriArguments<Name extends RouteName, Options = UriOptions> = Arguments<Known[Name], Options>;

/** The parameters that go before those of the current route; of that route itself where there is no name. */
export type SomeUriParams<Name extends RouteName | undefined> = undefined extends Name
  ? object
  : Partial<Given<Known[Name & RouteName]>>;

/**
 * Writes the URL of a named route: its path, with the prefixes of the applications around it.
 *
 * @example url('post', { id: 42 }, { query: { page: 2 }, fragment: 'comments' })
 * @throws UriGenerationError when there is no such route, or a parameter is missing or not accepted
 */
export type Url = <const Name extends RouteName>(name: Name, ...given: UriArguments<Name>) => string;
