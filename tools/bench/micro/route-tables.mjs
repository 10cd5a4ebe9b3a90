// The route tables for measuring routers, and the paths to match.
import { githubRoutes } from './github-routes.mjs';

/** `count` routes: a third each of static routes, routes with one parameter, and routes with three. */
function synthetic(count) {
  return Array.from({ length: count }, (_, index) => {
    const place = `/area-${index % 50}/item-${index}`;
    const path = [place, `${place}/:id`, `${place}/:id/part/:part/:version`][index % 3];
    return { method: 'GET', path };
  });
}

export const tables = {
  github: () => githubRoutes,
  '1,000': () => synthetic(1000),
  '10,000': () => synthetic(10_000),
};

/** The types of paths, by the number of parameters of their routes; undefined for paths that match no route. */
export const kinds = { static: 0, one: 1, three: 3, miss: undefined };

/**
 * Paths of one type, drawn evenly from the whole table, each with other values.
 *
 * @returns `{ method, path, length }`: the request, and the total length of all parameters, -1 for a miss
 */
export function requestsFor(routes, kind, count) {
  const holes = kinds[kind] ?? 1;
  const fitting = routes.filter(({ path }) => path.split(':').length - 1 === holes);
  return Array.from({ length: count }, (_, index) => {
    const { method, path } = fitting[Math.floor((index * fitting.length) / count)];
    let length = 0;
    const filled = path.replace(/:\w+/g, () => {
      const value = String(1000 + ((index * 7919) % 9000));
      length += value.length;
      return value;
    });
    if (kind !== 'miss') return { method, path: filled, length };
    // Half of them differ at the first segment, half after the last segment of a route.
    return { method, path: index % 2 === 0 ? `/nope${filled}` : `${filled}/not/there/at/all`, length: -1 };
  });
}
