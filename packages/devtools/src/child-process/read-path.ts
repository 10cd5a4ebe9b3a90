import {
  canonicalPath,
  describePlaceholders,
  messageOf,
  type PlaceholderDescription,
  Route,
  type RouteResult,
  samplePaths,
  TreeRouter,
} from 'fw-runtime/internal';

/** A path of a route to read. */
export interface PathRequest {
  /** As in `/post/{id}`. */
  readonly path: string;
  /** Further constraints by placeholder. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** A path of a request to compare with the path of the route. */
  readonly sent?: string;
}

/** A path of a route as the framework reads it, or the reason why the path or a constraint is invalid. */
export type PathReport = PathDescription | { readonly error: string };

/** A path of a route as the framework reads it. */
export interface PathDescription {
  readonly placeholders: readonly PlaceholderDescription[];
  /**
   * A path that the route matches, including optional parts, and its parameters; absent when no values could be
   * found.
   */
  readonly sample?: { readonly path: string; readonly params: Readonly<Record<string, string>> };
  /** Whether the route matches `sent` of the request. */
  readonly matches: boolean;
}

/** Reads the path of a route, which no application needs to have. */
export function readPath({ path, tokens = {}, sent }: PathRequest): PathReport {
  try {
    const route = new Route(path, () => undefined, ['GET']).setOptions({ tokens });
    const router = new TreeRouter();
    router.addRoute(route);
    const placeholders = describePlaceholders(route, tokens);
    const match = (text: string): RouteResult => router.match('GET', canonicalPath(text));
    const sample = samplePaths(route.pattern.variants, tokens)
      .map((text) => ({ path: text, params: match(text).params }))
      .find(({ params }) => placeholders.every(({ name }) => Object.hasOwn(params, name)));
    const matches = sent !== undefined && match(sent.replace(/[?#].*$/s, '')).route !== undefined;
    return { placeholders, ...(sample && { sample }), matches };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
