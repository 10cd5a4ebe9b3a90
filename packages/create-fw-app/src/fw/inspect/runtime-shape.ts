// What the inspecting process knows of the site's fw-runtime, which it loads from the site and patches there.

export interface Route {
  readonly name: string;
  readonly path: string;
  readonly middleware: unknown;
  readonly methods: readonly string[] | undefined;
  readonly options: Readonly<Record<string, unknown>> & {
    readonly tokens?: Readonly<Record<string, string | RegExp>>;
  };
  readonly pattern: { readonly variants: readonly (readonly (readonly (string | Placeholder)[])[])[] };
}

interface Placeholder {
  readonly name: string;
  readonly restriction: string | undefined;
  readonly rest: boolean;
}

export interface RouteResult {
  readonly route?: Route;
  readonly methodFailure: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly allowedMethods: readonly string[];
}

export interface Container {
  get(id: unknown): unknown;
  has(id: unknown): boolean;
}

export interface LazyMiddleware {
  readonly callable: unknown;
  resolve(): unknown;
}

export interface Entry {
  readonly name: string;
  readonly prefix: { readonly text: string } | undefined;
  readonly error: boolean;
  readonly target: LazyMiddleware | readonly Entry[];
}

export interface Pipe {
  readonly entries: readonly Entry[];
  readonly container: Container | undefined;
  toEntry(value: unknown): Entry | undefined;
}

export interface Application extends Pipe {
  readonly routes: readonly Route[];
  readonly router: { match(method: string, path: string): RouteResult };
}

export interface Runtime {
  readonly Application: { readonly prototype: object };
  readonly Route: new (...args: unknown[]) => Route;
  readonly ServerRequest: new (path: string) => { readonly path: string };
  readonly ConfigError: abstract new (...args: never[]) => Error & {
    readonly faults: readonly {
      readonly file?: string;
      readonly path: string;
      readonly expected: string;
      readonly received: string;
    }[];
  };
  readonly DuplicateRouteError: abstract new (...args: never[]) => Error;
}

export function isPipe(value: unknown): value is Pipe {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as { entries?: unknown }).entries)
  );
}

export function isApplication(value: unknown): value is Application {
  return isPipe(value) && Array.isArray((value as { routes?: unknown }).routes);
}
