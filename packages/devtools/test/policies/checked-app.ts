import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import type { PolicyConfig } from 'fw-runtime/internal';
import type { PolicyViolation } from '../../src/policies/policy-violations.ts';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';

export type Fw = typeof b;

/** The variants; the same calls compile for both. */
export const variants = [
  ['a', a as unknown as Fw],
  ['b', b],
] as const;

/** Middleware of either variant that calls the next one. */
export function passing(name: string): b.Middleware {
  const pass = (...given: unknown[]): unknown => {
    const [request, response] = given;
    const passOn = given.at(-1) as (...args: unknown[]) => unknown;
    return passOn(request, response);
  };
  return Object.defineProperty(pass, 'name', { value: name }) as b.Middleware;
}

export const answering = (): b.TextResponse => new b.TextResponse('handled');

export interface SiteEntry {
  readonly middleware: unknown;
  readonly path?: string;
  readonly priority?: number;
  readonly error?: boolean;
}

export interface Site {
  readonly middleware_pipeline: Readonly<Record<string, SiteEntry>>;
  readonly routes: Readonly<Record<string, unknown>>;
  readonly policies: readonly PolicyConfig[];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly server?: b.Config['server'];
}

const LAYERS = ['Session', 'Auth', 'auth', 'Authn', 'Csrf', 'Limit', 'Late'];

/** The application of an app, as its factory creates it; services call the next one, except for `Answer`. */
export function build(fw: Fw, { aliases = {}, ...config }: Site): b.Application {
  const services = Object.fromEntries(LAYERS.map((name) => [name, passing(name)]));
  const container = new ServiceManager({ services: { ...services, Answer: answering, config }, aliases });
  return new fw.ApplicationFactory().create(container);
}

/** The app with a violation solved as advised. */
export function mended(site: Site, { layer, fix, route = '' }: PolicyViolation): Site {
  const { kind, entry = '', path, priority } = fix;
  if (kind === 'route') {
    const isMeant = ([key, given]: [string, unknown]): boolean =>
      ((given as { name?: string }).name ?? key) === route;
    const [key, old] = Object.entries(site.routes).find(isMeant) as [string, { middleware: unknown }];
    const changed = { ...old, middleware: [entry, old.middleware] };
    return { ...site, routes: { ...site.routes, [key]: changed } };
  }
  const { [entry]: old, ...others } = site.middleware_pipeline;
  const withEntry = (changed: Partial<SiteEntry>): Site => {
    const whole = { middleware: entry, ...old, ...changed };
    const isAdded = kind === 'add' && old !== undefined;
    const key = isAdded ? `${entry}, added` : entry;
    return { ...site, middleware_pipeline: { ...(isAdded && { [entry]: old }), ...others, [key]: whole } };
  };
  if (kind === 'error') return withEntry({ error: false });
  if (kind === 'resume') return withEntry({ priority: -1000 });
  if (kind === 'order' && Array.isArray(old?.middleware) && priority === undefined) {
    return withEntry({ middleware: [layer, ...old.middleware.filter((item) => item !== layer)] });
  }
  return withEntry({ ...(path !== undefined && { path }), ...(priority !== undefined && { priority }) });
}
