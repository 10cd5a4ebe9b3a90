import * as b from 'fw-runtime/b';
import { answering, type Fw, type Site, type SiteEntry } from './checked-app.ts';

const { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } = b;

/** An app whose policies are satisfied. */
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

export function entries(changed: Readonly<Record<string, SiteEntry>>): Site {
  return { ...kept, middleware_pipeline: { ...kept.middleware_pipeline, ...changed } };
}

export function auth(changed: Partial<SiteEntry>): Site {
  return entries({ auth: { ...(kept.middleware_pipeline['auth'] as SiteEntry), ...changed } });
}

export function without(key: string, more: Readonly<Record<string, SiteEntry>> = {}): Site {
  const { [key]: _, ...others } = kept.middleware_pipeline;
  return { ...kept, middleware_pipeline: { ...others, ...more } };
}

export function route(key: string, changed: object): Site {
  return { ...kept, routes: { ...kept.routes, [key]: { ...(kept.routes[key] as object), ...changed } } };
}

export function child(fw: Fw, path: string, ...guards: string[]): b.Application {
  const application = new fw.Application();
  for (const guard of guards) application.pipe(guard);
  application.pipeRoutingMiddleware().pipeDispatchMiddleware().get(path, answering, 'inner');
  return application;
}

export const authList = { middleware: ['Session', 'Auth'], path: '/admin', priority: 50 };

export interface Mutation {
  readonly what: string;
  site(fw: Fw): Site;
  /** The reported routes, in the order of their registration. */
  readonly routes: readonly string[];
  /** `Auth` when absent. */
  readonly layer?: string;
  /** Whether the handler is reached only after an error. */
  readonly unproven?: true;
  /** In variant A only. */
  readonly onlyA?: true;
}
