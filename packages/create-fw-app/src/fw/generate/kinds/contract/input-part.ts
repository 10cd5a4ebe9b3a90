const METHODS_WITH_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/** Where requests of some methods have what a route takes. */
export type InputPart = 'query' | 'body';

/** @returns undefined where some of the methods have it in the query, and others in the body */
export function inputPartOf(methods: readonly string[] | undefined): InputPart | undefined {
  const [part, other] = new Set(
    (methods ?? ['GET', 'POST']).map((method) => (METHODS_WITH_QUERY.has(method) ? 'query' : 'body')),
  );
  return other === undefined ? part : undefined;
}

export const MIXED_PARTS =
  'GET, HEAD and DELETE have it in the query, and other methods in the body: generate a route for each of both.';
