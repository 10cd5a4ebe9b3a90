// Milliseconds until 10,000 routes are registered and the first request is matched (some routers defer their work to the first
// match), in a fresh process: `npm run bench:micro -- registration`.
import { tables } from './route-tables.mjs';
import { createRouter, routerNames } from './router-contenders.mjs';

export const title = 'Registration, ms for 10,000 routes and the first match';
export const contenders = routerNames;

export async function run(contender) {
  const routes = tables['10,000']();
  const router = await createRouter(contender);
  const spelled = routes.map(({ method, path }) => ({ method, path: router.spell?.(path) ?? path }));
  const start = performance.now();
  for (const { method, path } of spelled) router.add(method, path);
  const registered = performance.now();
  if (router.find('GET', '/area-1/item-1/42')?.id !== '42')
    throw new Error(`${contender} has not found the route`);
  const matched = performance.now();
  return { registered: round(registered - start), matched: round(matched - start) };
}

function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10;
}
