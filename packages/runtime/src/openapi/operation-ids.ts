import type { Candidate } from './endpoint.ts';

/** An id for each, of the names of routes where they have one. All differ. */
export function operationIds(candidates: readonly Candidate[]): string[] {
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    const id = idOf(candidate, candidates);
    let unique = id;
    for (let count = 2; taken.has(unique); count++) unique = `${id}${count}`;
    taken.add(unique);
    return unique;
  });
}

function idOf(candidate: Candidate, all: readonly Candidate[]): string {
  const { route, method, form, placeholders, path } = candidate;
  const base = route.contract?.operationId ?? givenName(candidate);
  if (base === undefined) return joined(method, path);
  const own = all.filter((other) => other.route === route);
  // A longer form of a path says which placeholders it has besides.
  const [shortest] = own.map((other) => other.placeholders.length).toSorted((one, other) => one - other);
  const besides = form === 0 ? [] : placeholders.slice(shortest ?? 0).map(({ name }) => name);
  const methods = new Set(own.map((other) => other.method));
  return [base, ...besides, ...(methods.size > 1 ? [method] : [])].join('.');
}

/** The name of a route in the characters that programs take; undefined for one made of path and methods (rule R12). */
function givenName({ route: { name, path, methods } }: Candidate): string | undefined {
  const isDefault = name === (methods === undefined ? path : `${path}^${methods.join(':')}`);
  const words = name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return isDefault || words === '' ? undefined : words;
}

/** Such as `getPostsId` of GET /posts/{id}. */
function joined(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
