import type { RouteDescription } from './route-description.ts';
import { parsePattern, type Placeholder, type Segment } from '../../kernel/router/path-pattern.ts';
import { freeName } from './components.ts';

/** One operation of the document: a route with one method and one variant of its path. */
export interface Endpoint {
  readonly route: RouteDescription;
  /** The method in lower case. */
  readonly method: string;
  /** The path, such as `/posts/{id}`. */
  readonly path: string;
  /** The placeholders in the order of the path. */
  readonly placeholders: readonly Placeholder[];
  /** The names of the placeholders in the document's path. */
  readonly names: readonly string[];
  readonly operationId: string;
}

/** A possible operation, before one of several routes with the same path in OpenAPI is chosen. */
type Candidate = Omit<Endpoint, 'names' | 'operationId'> & {
  /** Equal for paths that are the same in OpenAPI: the names of placeholders do not matter. */
  readonly shape: string;
  /** The index of the variant of the route's path, the shortest first. */
  readonly variant: number;
};

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const USUAL_METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const METHODS_WITH_BODY = ['post', 'put', 'patch', 'delete'];

/** The operations of the document, in the order of the routes. */
export function endpointsOf(routes: readonly RouteDescription[], problems: Set<string>): Endpoint[] {
  const candidates = routes.filter(isShown).flatMap(candidatesOf);
  const chosen = distinct(candidates, problems);
  const paths = new Map<string, Candidate>();
  const ids = operationIds(chosen);
  return chosen.map((candidate, index) => {
    const first = paths.get(candidate.shape) ?? candidate;
    paths.set(candidate.shape, first);
    const names = first.placeholders.map(({ name }) => name);
    return { ...candidate, path: first.path, names, operationId: ids[index] as string };
  });
}

function isShown({ contract, hiddenBy, webSocket }: RouteDescription): boolean {
  return contract?.hidden !== true && hiddenBy === undefined && webSocket !== true;
}

function candidatesOf(route: RouteDescription): Candidate[] {
  return parsePattern(route.path).variants.flatMap((segments, variant) => {
    const placeholders = segments.flat().filter((part) => typeof part === 'object');
    const place = {
      route,
      variant,
      placeholders,
      path: route.prefix + written(segments, ({ name }) => `{${name}}`),
      shape: route.prefix + written(segments, () => '{}'),
    };
    return methodsOf(route).map((method) => ({ ...place, method }));
  });
}

function written(segments: readonly Segment[], write: (placeholder: Placeholder) => string): string {
  return segments
    .map((segment) => `/${segment.map((part) => (typeof part === 'string' ? part : write(part))).join('')}`)
    .join('');
}

/** A route for any method has the usual methods in the document. Methods that OpenAPI does not have are left out. */
function methodsOf({ methods, contract }: RouteDescription): readonly string[] {
  if (methods === undefined) return contract?.body === undefined ? USUAL_METHODS : METHODS_WITH_BODY;
  return methods.map((method) => method.toLowerCase()).filter((method) => METHODS.has(method));
}

/** Keeps the first of several routes with the same path in OpenAPI, or the first with a contract. */
function distinct(candidates: readonly Candidate[], problems: Set<string>): Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = `${candidate.method} ${candidate.shape}`;
    const other = kept.get(key);
    const hasContract = candidate.route.contract !== undefined;
    if (other === undefined || (hasContract && other.route.contract === undefined)) kept.set(key, candidate);
    else if (hasContract) problems.add(sameInOpenApi(candidate, other));
  }
  return candidates.filter((candidate) => kept.get(`${candidate.method} ${candidate.shape}`) === candidate);
}

function sameInOpenApi({ route, method, path }: Candidate, other: Candidate): string {
  return (
    `The route "${route.name}" is left out of the OpenAPI document, because ${method.toUpperCase()} ${path} differs from ` +
    `the route "${other.route.name}" only in the constraints of its placeholders, which OpenAPI ignores; ` +
    `change one of the paths, or set hidden: true in the contract.`
  );
}

/** Unique operation ids: the names of routes, where they have one. */
function operationIds(candidates: readonly Candidate[]): string[] {
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    const id = freeName(idOf(candidate, candidates), (each) => taken.has(each));
    taken.add(id);
    return id;
  });
}

function idOf(candidate: Candidate, all: readonly Candidate[]): string {
  const { route, method, variant, placeholders, path } = candidate;
  const base = route.contract?.operationId ?? givenName(candidate);
  if (base === undefined) return joined(method, path);
  const own = all.filter((other) => other.route === route);
  // A longer variant of a path adds the names of its further placeholders.
  const shortest = Math.min(...own.map((other) => other.placeholders.length));
  const further = variant === 0 ? [] : placeholders.slice(shortest).map(({ name }) => name);
  const methods = new Set(own.map((other) => other.method));
  return [base, ...further, ...(methods.size > 1 ? [method] : [])].join('.');
}

/** The name of a route in the characters of identifiers; undefined for a default name of path and methods (rule R12). */
function givenName({ route: { name, path, methods } }: Candidate): string | undefined {
  const isDefault = name === (methods === undefined ? path : `${path}^${methods.join(':')}`);
  const words = name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return isDefault || words === '' ? undefined : words;
}

/** An id of method and path, such as `getPostsId` for GET /posts/{id}. */
function joined(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
