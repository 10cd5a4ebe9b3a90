import type { RouteDescription } from '../inspect/description.ts';
import { parsePattern, type Placeholder, type Segment } from '../router/path-pattern.ts';
import type { Candidate, Endpoint } from './endpoint.ts';
import { operationIds } from './operation-ids.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const USUAL_METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const METHODS_WITH_BODY = ['post', 'put', 'patch', 'delete'];

/** What of the routes stands in a document, in their order. */
export function endpointsOf(routes: readonly RouteDescription[], faults: Set<string>): Endpoint[] {
  const candidates = routes.filter(isShown).flatMap(candidatesOf);
  const settled = settle(candidates, faults);
  const paths = new Map<string, Candidate>();
  const ids = operationIds(settled);
  return settled.map((candidate, index) => {
    const { shape, route, method, placeholders } = candidate;
    const first = paths.get(shape) ?? candidate;
    paths.set(shape, first);
    return {
      route,
      method,
      path: first.path,
      placeholders,
      names: first.placeholders.map(({ name }) => name),
      operationId: ids[index] as string,
    };
  });
}

function isShown({ contract, hiddenBy, webSocket }: RouteDescription): boolean {
  return contract?.hidden !== true && hiddenBy === undefined && webSocket !== true;
}

function candidatesOf(route: RouteDescription): Candidate[] {
  return parsePattern(route.path).variants.flatMap((segments, form) => {
    const placeholders = segments.flat().filter((part) => typeof part === 'object');
    const place = {
      route,
      form,
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

/** A route for any method is told by the usual ones, a method that OpenAPI does not know is left out. */
function methodsOf({ methods, contract }: RouteDescription): readonly string[] {
  if (methods === undefined) return contract?.body === undefined ? USUAL_METHODS : METHODS_WITH_BODY;
  return methods.map((method) => method.toLowerCase()).filter((method) => METHODS.has(method));
}

/** Of routes that differ only in what OpenAPI cannot tell, the first stays, but for one without a contract. */
function settle(candidates: readonly Candidate[], faults: Set<string>): Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = `${candidate.method} ${candidate.shape}`;
    const other = kept.get(key);
    if (
      other === undefined ||
      (other.route.contract === undefined && candidate.route.contract !== undefined)
    ) {
      kept.set(key, candidate);
    } else if (candidate.route.contract !== undefined) faults.add(sameInOpenApi(candidate, other));
  }
  return candidates.filter((candidate) => kept.get(`${candidate.method} ${candidate.shape}`) === candidate);
}

function sameInOpenApi({ route, method, path }: Candidate, other: Candidate): string {
  return (
    `The route "${route.name}" is left out of the OpenAPI document, because ${method.toUpperCase()} ${path} differs from ` +
    `the route "${other.route.name}" in what its placeholders accept only, which OpenAPI cannot tell; ` +
    `give one of them another path, or hidden: true in its contract.`
  );
}
