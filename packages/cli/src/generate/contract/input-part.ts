const METHODS_WITH_QUERY = new Set(['GET', 'HEAD', 'DELETE']);

/** The part of a request that contains a route's input, which depends on the method. */
export type InputPart = 'query' | 'body';

/** @returns undefined when some of the methods have their input in the query, and others in the body */
export function inputPartOf(methods: readonly string[] | undefined): InputPart | undefined {
  const [part, other] = new Set(
    (methods ?? ['GET', 'POST']).map((method) => (METHODS_WITH_QUERY.has(method) ? 'query' : 'body')),
  );
  return other === undefined ? part : undefined;
}

export const MIXED_PARTS =
  'GET, HEAD and DELETE have it in the query, and other methods in the body: generate a route for each of both.';
