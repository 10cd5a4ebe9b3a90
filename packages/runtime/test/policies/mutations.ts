import * as b from '../../src/b/index.ts';
import { answering, type Fw, type Site, type SiteEntry } from './site.ts';

const { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } = b;

/** A site whose policies are kept. */
export const kept: Site = {
  middleware_pipeline: {
    session: { middleware: 'Session', priority: 100 },
    auth: { middleware: 'Auth', path: '/admin', priority: 50 },
    csrf: { middleware: 'Csrf', priority: 40 },
    routing: { middleware: [ROUTING_MIDDLEWARE, DISPATCH_MIDDLEWARE], priority: 1 },
    late: { middleware: 'Late', priority: -5 },
  },
  routes: {
    home: { path: '/', middleware: 'Answer', name: 'home' },
    page: { path: '/page/{name}', middleware: 'Answer', name: 'page' },
    login: { path: '/login', middleware: ['Limit', 'Answer'], allowed_methods: ['POST'], name: 'login' },
    healthz: { path: '/healthz', middleware: 'Answer', name: 'healthz' },
    stats: { path: '/admin/stats', middleware: 'Answer', name: 'stats' },
    user: { path: '/admin/users/{id:\\d+}[/{tab}]', middleware: 'Answer', name: 'user' },
  },
  policies: [
    { every: '/admin/**', runs: 'Auth', before: 'dispatch' },
    { route: '*', except: ['/healthz'], runs: 'Csrf' },
    { route: 'login', runs: 'Limit' },
  ],
};

function entries(changed: Readonly<Record<string, SiteEntry>>): Site {
  return { ...kept, middleware_pipeline: { ...kept.middleware_pipeline, ...changed } };
}

function auth(changed: Partial<SiteEntry>): Site {
  return entries({ auth: { ...(kept.middleware_pipeline['auth'] as SiteEntry), ...changed } });
}

function without(key: string, more: Readonly<Record<string, SiteEntry>> = {}): Site {
  const { [key]: _, ...others } = kept.middleware_pipeline;
  return { ...kept, middleware_pipeline: { ...others, ...more } };
}

function route(key: string, changed: object): Site {
  return { ...kept, routes: { ...kept.routes, [key]: { ...(kept.routes[key] as object), ...changed } } };
}

function child(fw: Fw, path: string, ...guards: string[]): b.Application {
  const application = new fw.Application();
  for (const guard of guards) application.pipe(guard);
  application.pipeRoutingMiddleware().pipeDispatchMiddleware().get(path, answering, 'inner');
  return application;
}

const authList = { middleware: ['Session', 'Auth'], path: '/admin', priority: 50 };

export interface Mutation {
  readonly what: string;
  site(fw: Fw): Site;
  /** The routes that are told, in the order of their registration. */
  readonly routes: readonly string[];
  /** `Auth` when absent. */
  readonly layer?: string;
  /** Whether the handler is reached only where something fails. */
  readonly unproven?: true;
  /** In variant A only. */
  readonly onlyA?: true;
}

const both = ['stats', 'user'];
const all = ['home', 'page', 'login', 'stats', 'user'];

/** What breaks a policy. */
export const mutations: readonly Mutation[] = [
  { what: 'the guard is removed', site: () => without('auth'), routes: both },
  { what: 'the guard is behind the dispatch', site: () => auth({ priority: -1 }), routes: both },
  {
    what: 'the guard has the priority of the routing, and a later place',
    site: () => without('auth', { auth: { middleware: 'Auth', path: '/admin' } }),
    routes: both,
  },
  { what: 'the guard stands under another prefix', site: () => auth({ path: '/account' }), routes: both },
  { what: 'the prefix of the guard has a typo', site: () => auth({ path: '/admn' }), routes: both },
  {
    what: 'the prefix of the guard has a letter too much',
    site: () => auth({ path: '/admins' }),
    routes: both,
  },
  {
    what: 'the prefix of the guard is narrower',
    site: () => auth({ path: '/admin/users' }),
    routes: ['stats'],
  },
  {
    what: 'the prefix of the guard is that of one user',
    site: () => auth({ path: '/admin/users/1' }),
    routes: both,
  },
  {
    what: 'the prefix of the guard begins elsewhere',
    site: () => auth({ path: '/site/admin' }),
    routes: both,
  },
  {
    what: 'another layer of a similar name stands in its place',
    site: () => auth({ middleware: 'Authn' }),
    routes: both,
  },
  {
    what: 'another layer of the same name in lower case stands in its place',
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
    what: 'the guard moves into the list of one of the routes',
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
    what: 'an application without a prefix has a route below the path, and stands in front of the guard',
    site: (fw) => entries({ tools: { middleware: child(fw, '/admin/tools', 'Csrf'), priority: 90 } }),
    routes: ['inner'],
  },
  {
    what: 'a list with the guard is turned round the dispatch',
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
    what: 'a list that has the guard stands under another prefix',
    site: () => without('auth', { auths: { ...authList, path: '/adm' } }),
    routes: both,
  },
  {
    what: 'a placeholder takes the path of the guard',
    site: () => ({
      ...route('page', { path: '/{section}/{name}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a rest placeholder takes it',
    site: () => ({
      ...route('page', { path: '/{all:.*}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a restricted placeholder takes another case of the path',
    site: () => ({
      ...route('page', { path: '/{section:[A-Z]+}/{name}' }),
      policies: [{ every: '/account/**', runs: 'Auth' }],
    }),
    routes: ['page'],
  },
  {
    what: 'a route in another case is below the path, and the guard in a list of routes',
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
    what: 'a route loses its list',
    site: () => route('login', { middleware: 'Answer' }),
    routes: ['login'],
    layer: 'Limit',
  },
  {
    what: 'the list of a route is turned round',
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
    what: 'error middleware may go on behind the guard where something has failed before it',
    site: () => entries({ rescue: { middleware: 'Authn', error: true, priority: 45 } }),
    routes: both,
    unproven: true,
    onlyA: true,
  },
];

/** What breaks none. */
export const harmless: readonly Omit<Mutation, 'routes'>[] = [
  { what: 'nothing changes', site: () => kept },
  { what: 'the prefix of the guard is in another case', site: () => auth({ path: '/ADMIN' }) },
  { what: 'the prefix of the guard ends with a slash', site: () => auth({ path: 'admin/' }) },
  { what: 'the prefix of the guard is escaped', site: () => auth({ path: '/%61dmin' }) },
  {
    what: 'the guard stands for every path',
    site: () => without('auth', { auth: { middleware: 'Auth', priority: 50 } }),
  },
  { what: 'the guard runs last before the dispatch', site: () => auth({ priority: 2 }) },
  { what: 'the guard runs first', site: () => auth({ priority: 1000 }) },
  { what: 'the guard stands in a list', site: () => without('auth', { auths: authList }) },
  {
    what: 'the guard stands between routing and dispatch',
    site: () =>
      without('auth', {
        routing: { middleware: [ROUTING_MIDDLEWARE, 'Auth', DISPATCH_MIDDLEWARE], priority: 1 },
      }),
  },
  {
    what: 'the guard goes by an alias',
    site: () => ({
      ...without('auth', { guard: { middleware: 'AdminGuard', path: '/admin', priority: 50 } }),
      aliases: { AdminGuard: 'Auth' },
    }),
  },
  {
    what: 'the guard stands in a pipe',
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
    what: 'a static route has the only path of a placeholder that another answers',
    site: () => route('page', { path: '/page/{name:a|b}' }),
  },
  {
    what: 'error middleware stands behind the routes',
    site: () => entries({ rescue: { middleware: 'Authn', error: true, priority: -50 } }),
    onlyA: true,
  },
  {
    what: 'error middleware stands in front of all',
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
