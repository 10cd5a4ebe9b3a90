import type { Scope, ServerRequest } from 'fw-runtime/internal';

/** The scopes of the prefixes and applications that a request is in, from the innermost to the outermost. */
export function* scopesOf(request: ServerRequest): Generator<Scope> {
  for (let scope = request.scope as Scope | undefined; scope !== undefined; scope = scope.outer) yield scope;
}

/** The path prefix that a scope belongs to; undefined when it belongs to an application. */
export function prefixOf(scope: Scope | undefined): string | undefined {
  const { text } = (scope?.owner ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' ? text : undefined;
}
