// Nanoseconds for one match: `npm run bench:micro -- routers`; one row: `npm run bench:micro -- routers --only memoirist`. Each
// router has a process for each table, which matches all four types of paths before one is timed, so that no router profits from
// code specialized for one type. Every path is a fresh string, which must be hashed before a map lookup.
import { requestsFor, kinds, tables } from './route-tables.mjs';
import { createRouter, routerNames } from './router-contenders.mjs';
import { fresh, nanoseconds } from './nanoseconds.mjs';

export const title = 'Routers, ns for each match';
export const contenders = Object.keys(tables).flatMap((table) =>
  routerNames.map((name) => `${table}: ${name}`),
);

const COUNT = 2000;

export async function run(contender) {
  const [table, name] = contender.split(': ');
  const routes = tables[table]();
  const router = await createRouter(name);
  for (const { method, path } of routes) router.add(method, router.spell?.(path) ?? path);
  const requests = Object.keys(kinds).map((kind) => [kind, requestsFor(routes, kind, COUNT)]);
  const results = {};
  for (const [index, [kind, list]] of [...requests, ...requests].entries()) {
    const time = await nanoseconds({
      prepare: () => list.map(({ method, path }) => ({ method, path: fresh(path) })),
      run: (input) => findAll(router, input),
      expected: list.reduce((sum, { length }) => sum + length, 0),
      count: COUNT,
      batches: index < requests.length ? 10 : 60,
    });
    if (index >= requests.length) results[kind] = Math.round(time);
  }
  return results;
}

function findAll(router, input) {
  let sum = 0;
  for (const { method, path } of input) {
    const params = router.find(method, path);
    if (params === undefined) sum--;
    else for (const name in params) sum += params[name].length;
  }
  return sum;
}
