// The compared routers. Each registers routes in the syntax of route-tables.mjs. For a method and a path, it finds the parameters
// of the route, or undefined.
import createFindMyWay from 'find-my-way';
import { Memoirist } from 'memoirist';
import * as rou3 from 'rou3';
import { TreeRouter, Route } from 'fw-runtime';

export const routerNames = [
  'fw TreeRouter',
  'fw TreeRouter, restricted',
  'fw TreeRouter, tokens',
  'fw FindMyWayRouter',
  'fw Rou3Router',
  'fw PathToRegexpRouter',
  'memoirist',
  'find-my-way',
  'rou3',
];

const handler = () => {};

/** @returns `{ add(method, path), find(method, path) }`, and `spell(path)` if the router has its own syntax for placeholders */
export async function createRouter(name) {
  if (name === 'fw FindMyWayRouter') {
    const { FindMyWayRouter } = await import('fw-runtime/router/find-my-way');
    return own(new FindMyWayRouter());
  }
  if (name === 'fw Rou3Router') {
    const { Rou3Router } = await import('fw-runtime/router/rou3');
    return own(new Rou3Router());
  }
  if (name === 'fw PathToRegexpRouter') {
    const { PathToRegexpRouter } = await import('fw-runtime/router/path-to-regexp');
    return own(new PathToRegexpRouter());
  }
  if (name === 'memoirist') {
    const router = new Memoirist();
    return {
      add: (method, path) => void router.add(method, path, handler),
      find: (method, path) => router.find(method, path)?.params,
    };
  }
  if (name === 'find-my-way') {
    const router = createFindMyWay();
    return {
      add: (method, path) => router.on(method, path, handler),
      find: (method, path) => router.find(method, path)?.params,
    };
  }
  if (name === 'rou3') {
    const router = rou3.createRouter();
    return {
      add: (method, path) => rou3.addRoute(router, method, path, handler),
      // It returns no parameters object for a static path.
      find: (method, path) => {
        const found = rou3.findRoute(router, method, path);
        return found === undefined ? undefined : (found.params ?? NONE);
      },
    };
  }
  const [, extra] = name.split(', ');
  return own(new TreeRouter(), extra);
}

const NONE = {};

function own(router, extra) {
  return {
    spell: (path) => path.replace(/:(\w+)/g, extra === 'restricted' ? '{$1:\\w+}' : '{$1}'),
    add(method, path) {
      const route = new Route(path, handler, [method]);
      if (extra === 'tokens') {
        const names = Array.from(path.matchAll(/\{(\w+)/g), ([, name]) => name);
        route.setOptions({ tokens: Object.fromEntries(names.map((name) => [name, '\\w+'])) });
      }
      router.addRoute(route);
    },
    find(method, path) {
      const result = router.match(method, path);
      return result.success ? result.params : undefined;
    },
  };
}
