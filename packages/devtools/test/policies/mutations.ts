import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from 'fw-runtime';
import { answering } from './checked-app.ts';
import { auth, authList, child, entries, kept, type Mutation, route, without } from './kept-app.ts';

const both = ['stats', 'user'];
const all = ['home', 'page', 'login', 'stats', 'user'];

/** Changes that violate a policy. */
export const mutations: readonly Mutation[] = [
  { what: 'the guard is removed', site: () => without('auth'), routes: both },
  { what: 'the guard is behind the dispatch', site: () => auth({ priority: -1 }), routes: both },
  {
    what: 'the guard has the priority of the routing, and a later position',
    site: () => without('auth', { auth: { middleware: 'Auth', path: '/admin' } }),
    routes: both,
  },
  {
    what: 'the guard is registered under another prefix',
    site: () => auth({ path: '/account' }),
    routes: both,
  },
  { what: 'the prefix of the guard has a typo', site: () => auth({ path: '/admn' }), routes: both },
  {
    what: 'the prefix of the guard has an extra letter',
    site: () => auth({ path: '/admins' }),
    routes: both,
  },
  {
    what: 'the prefix of the guard is narrower',
    site: () => auth({ path: '/admin/users' }),
    routes: ['stats'],
  },
  {
    what: 'the prefix of the guard is the one of a single user',
    site: () => auth({ path: '/admin/users/1' }),
    routes: both,
  },
  {
    what: 'the prefix of the guard has another beginning',
    site: () => auth({ path: '/site/admin' }),
    routes: both,
  },
  {
    what: 'other middleware of a similar name replaces the guard',
    site: () => auth({ middleware: 'Authn' }),
    routes: both,
  },
  {
    what: 'other middleware of the same name in lower case replaces the guard',
    site: () => without('auth', { guard: { middleware: 'auth', path: '/admin', priority: 50 } }),
    routes: both,
  },
  {
    what: 'the name is the alias of another service',
    site: () => ({
      ...without('auth', { guard: { middleware: 'AdminGuard', path: '/admin', priority: 50 } }),
      aliases: { AdminGuard: 'Authn' },
    }),
    routes: both,
  },
  {
    what: 'the guard moves into the array of one of the routes',
    site: () => ({
      ...without('auth'),
      routes: {
        ...kept.routes,
        stats: { ...(kept.routes['stats'] as object), middleware: ['Auth', 'Answer'] },
      },
    }),
    routes: both,
  },
  {
    what: 'the guard moves into the routes, which is behind the dispatch',
    site: (fw) => ({
      ...without('auth'),
      routes: {
        admin: fw.group('/admin', { middleware: 'Auth' }, [
          fw.route('GET', '/stats', answering, { name: 'stats' }),
        ]),
      },
      policies: kept.policies.slice(0, 1),
    }),
    routes: ['stats'],
  },
  {
    what: 'a route is registered outside the group that has the guard',
    site: (fw) => ({
      ...without('auth'),
      routes: {
        admin: fw.group('/admin', { middleware: 'Auth' }, [
          fw.route('GET', '/stats', answering, { name: 'stats' }),
        ]),
        export: { path: '/admin/export', middleware: 'Answer', name: 'export' },
      },
      policies: [{ every: '/admin/**', runs: 'Auth' }],
    }),
    routes: ['export'],
  },
  {
    what: 'the guard moves into an application that is mounted elsewhere',
    site: (fw) =>
      without('auth', { blog: { middleware: child(fw, '/x', 'Auth', 'Csrf'), path: '/blog', priority: 60 } }),
    routes: both,
  },
  {
    what: 'an application is mounted below the path, in front of the guard',
    site: (fw) =>
      entries({ tools: { middleware: child(fw, '/x', 'Csrf'), path: '/admin/tools', priority: 60 } }),
    routes: ['inner'],
  },
  {
    what: 'an application without a prefix has a route below the path, and is in front of the guard',
    site: (fw) => entries({ tools: { middleware: child(fw, '/admin/tools', 'Csrf'), priority: 90 } }),
    routes: ['inner'],
  },
  {
    what: 'an array with the guard is reversed around the dispatch',
    site: () =>
      without('auth', {
        routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE, 'Auth'], priority: 1 },
      }),
    routes: both,
  },
  {
    what: 'the dispatch moves in front of the guard',
    site: () => entries({ routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 60 } }),
    routes: [...both, ...all],
  },
  {
    what: 'an array that contains the guard is registered under another prefix',
    site: () => without('auth', { auths: { ...authList, path: '/adm' } }),
    routes: both,
  },
  {
    what: 'a placeholder matches the path of the guard',
    site: () => ({
      ...route('page', { path: '/{section}/{name}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a rest placeholder matches it',
    site: () => ({
      ...route('page', { path: '/{all:.*}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a constrained placeholder matches another letter case of the path',
    site: () => ({
      ...route('page', { path: '/{section:[A-Z]+}/{name}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a route in another letter case is below the path, and the guard in an array of routes',
    site: () => ({
      ...without('auth'),
      routes: { shout: { path: '/ADMIN/x', middleware: 'Answer', name: 'shout' } },
      policies: kept.policies.slice(0, 1),
    }),
    routes: ['shout'],
  },
  { what: 'the second guard is removed', site: () => without('csrf'), routes: all, layer: 'Csrf' },
  {
    what: 'the second guard gets a path',
    site: () => entries({ csrf: { middleware: 'Csrf', path: '/page', priority: 40 } }),
    routes: ['home', 'login', 'stats', 'user'],
    layer: 'Csrf',
  },
  {
    what: 'a route loses its array',
    site: () => route('login', { middleware: 'Answer' }),
    routes: ['login'],
    layer: 'Limit',
  },
  {
    what: 'the array of a route is reversed',
    site: () => route('login', { middleware: ['Answer', 'Limit'] }),
    routes: ['login'],
    layer: 'Limit',
  },
  {
    what: 'the guard becomes error middleware',
    site: () => auth({ error: true }),
    routes: both,
    onlyA: true,
  },
  {
    what: 'error middleware may continue behind the guard after an earlier error',
    site: () => entries({ rescue: { middleware: 'Authn', error: true, priority: 45 } }),
    routes: both,
    unproven: true,
    onlyA: true,
  },
];
