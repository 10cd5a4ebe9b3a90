import type { UriOptions } from './router-interface.ts';

/**
 * The names of routes and their parameters. `fw types` writes the declaration that augments this interface:
 * `declare module 'fw-runtime' { interface Routes { post: { readonly id: string } } }`.
 */
export interface Routes {}

// Evaluated once and not for each name, so that the compiler's work for a URL doesn't grow with the number of routes.
type Known = keyof Routes extends never ? Record<string, Record<string, string>> : Routes;

// With this form, error messages list the names.
/** The name of a route; any string as long as `Routes` is empty. */
export type RouteName = keyof Routes extends never ? string : keyof Routes & string;

/**
 * The parameters of a route, as `request.params` has them.
 *
 * @example (request: ServerRequest<RouteParams<'post'>>) => new TextResponse(request.params.id)
 */
export type RouteParams<Name extends RouteName> = Known[Name];

/** A value for a placeholder in a URI, which is percent-encoded. */
export type UriValue = string | number | bigint | boolean;

/** The values for the placeholders of a route in its URI. An optional value may be undefined. */
export type UriParams<Params> = {
  readonly [Key in keyof Params]: Params[Key] extends string ? UriValue : UriValue | undefined;
};

/** The type of a parameter that is passed to a route without placeholders, so that error messages say so. */
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

/** The arguments after the name of a route: its parameters, which are optional if none is required, and options. */
export type UriArguments<Name extends RouteName, Options = UriOptions> = Arguments<Known[Name], Options>;

/** Parameters that override the parameters of the current route. Without a name, they belong to the current route. */
export type SomeUriParams<Name extends RouteName | undefined> = undefined extends Name
  ? object
  : Partial<Given<Known[Name & RouteName]>>;

/**
 * Writes the URL of a named route: its path, with the prefixes of the applications around it.
 *
 * @throws {@link UriGenerationError} when there is no such route, or a parameter is missing or not accepted
 * @example url('post', { id: 42 }, { query: { page: 2 }, fragment: 'comments' })
 */
export type Url = <const Name extends RouteName>(name: Name, ...given: UriArguments<Name>) => string;
