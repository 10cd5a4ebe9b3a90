import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from 'fw-runtime';
import { auth, authList, child, entries, kept, type Mutation, route, without } from './kept-app.ts';

/** Changes that violate no policy. */
export const harmless: readonly Omit<Mutation, 'routes'>[] = [
  { what: 'nothing changes', site: () => kept },
  { what: 'the prefix of the guard is in another letter case', site: () => auth({ path: '/ADMIN' }) },
  { what: 'the prefix of the guard ends with a slash', site: () => auth({ path: 'admin/' }) },
  { what: 'the prefix of the guard is escaped', site: () => auth({ path: '/%61dmin' }) },
  {
    what: 'the guard is registered for every path',
    site: () => without('auth', { auth: { middleware: 'Auth', priority: 50 } }),
  },
  { what: 'the guard runs last before the dispatch', site: () => auth({ priority: 2 }) },
  { what: 'the guard runs first', site: () => auth({ priority: 1000 }) },
  { what: 'the guard is in an array', site: () => without('auth', { auths: authList }) },
  {
    what: 'the guard is between routing and dispatch',
    site: () =>
      without('auth', {
        routing: { middleware: [ROUTING_MIDDLEWARE, 'Auth', DISPATCH_MIDDLEWARE], priority: 1 },
      }),
  },
  {
    what: 'the guard is registered by an alias',
    site: () => ({
      ...without('auth', { guard: { middleware: 'AdminGuard', path: '/admin', priority: 50 } }),
      aliases: { AdminGuard: 'Auth' },
    }),
  },
  {
    what: 'the guard is in a pipe',
    site: (fw) =>
      without('auth', {
        guards: { middleware: new fw.MiddlewarePipe().pipe('/admin', passingAuth), priority: 50 },
      }),
  },
  {
    what: 'an application is mounted below the path, behind the guard',
    site: (fw) =>
      entries({ tools: { middleware: child(fw, '/x', 'Csrf'), path: '/admin/tools', priority: 45 } }),
  },
  {
    what: 'a static route has the only path of a placeholder that another route handles',
    site: () => route('page', { path: '/page/{name:a|b}' }),
  },
  {
    what: 'error middleware is registered behind the routes',
    site: () => entries({ rescue: { middleware: 'Authn', error: true, priority: -50 } }),
    onlyA: true,
  },
  {
    what: 'error middleware is registered in front of all',
    site: () => entries({ rescue: { middleware: 'Authn', error: true, priority: 500 } }),
    onlyA: true,
  },
  {
    what: 'the routes are in another order',
    site: () => ({ ...kept, routes: Object.fromEntries(Object.entries(kept.routes).toReversed()) }),
  },
];

function passingAuth(): never {
  throw new Error('not run');
}
Object.defineProperty(passingAuth, 'name', { value: 'Auth' });
