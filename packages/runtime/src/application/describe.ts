import type { SchemaConverters } from '../config/config.ts';
import { type AnyApplication, type AnyPipe, isApplication, nestedPipe, serviceOf } from './any-pipe.ts';
import { nameOf } from '../error/describe.ts';
import type { Entry } from '../pipeline/entry.ts';
import { contractOf, type KeptContract } from '../pipeline/kept-contract.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Route, Tokens } from '../router/route.ts';
import { sourcesOf } from '../router/segment-key.ts';
import type {
  ApplicationDescription,
  LayerDescription,
  PlaceholderDescription,
  RouteDescription,
} from './description.ts';
import type { Variant } from './route-methods.ts';
import { samplePaths } from './sample-paths.ts';

export function describeApplication(application: AnyApplication, variant: Variant): ApplicationDescription {
  const routes: RouteDescription[] = [];
  const pipeline = describePipe(application, '', [], routes);
  const { document_root: documentRoot } = application.serverConfig;
  return {
    variant,
    router: nameOf(application.router),
    ...(documentRoot !== undefined && { documentRoot }),
    pipeline,
    routes,
  };
}

/** @param around the pipes that this one stands in, which may stand in it again */
function describePipe(
  pipe: AnyPipe,
  prefix: string,
  around: readonly AnyPipe[],
  routes: RouteDescription[],
): LayerDescription[] {
  if (isApplication(pipe)) {
    const routed = prefix + (routingPrefix(pipe.entries) ?? '');
    routes.push(...pipe.routes.map((route) => describeRoute(pipe, route, routed)));
    pipe.router.rebuild?.();
  }
  const inside = [...around, pipe];
  const describe = (entry: Entry, outside: string): LayerDescription => {
    const { name, role, error, key, priority, origin, target } = entry;
    const own = entry.prefix?.text;
    const below = outside + (own ?? '');
    const nested = nestedPipe(entry, pipe);
    const isNew = nested !== undefined && !inside.includes(nested);
    return {
      name,
      kind: kindOf(entry, nested),
      ...(own !== undefined && { prefix: own }),
      error,
      ...(key !== undefined && { key }),
      ...(priority !== undefined && { priority }),
      ...(origin !== undefined && { origin }),
      children: Array.isArray(target)
        ? target.map((item: Entry) => describe(item, below))
        : isNew && role === undefined
          ? describePipe(nested, below, inside, routes)
          : [],
      ...(nested !== undefined && isApplication(nested) && { routes: nested.routes.length }),
    };
  };
  return pipe.entries.map((entry) => describe(entry, prefix));
}

/** The prefix that routing stands under within its application; undefined where it is not piped. */
function routingPrefix(entries: readonly Entry[]): string | undefined {
  for (const { role, prefix, target } of entries) {
    const inner = role === 'routing' ? '' : Array.isArray(target) ? routingPrefix(target) : undefined;
    if (inner !== undefined) return (prefix?.text ?? '') + inner;
  }
  return undefined;
}

export function kindOf({ role, target }: Entry, nested: AnyPipe | undefined): LayerDescription['kind'] {
  if (role !== undefined) return role;
  if (!(target instanceof LazyMiddleware)) return 'pipe';
  if (nested === undefined) return 'middleware';
  return isApplication(nested) ? 'application' : 'pipe';
}

export function describeRoute(application: AnyApplication, route: Route, prefix: string): RouteDescription {
  const { name, path, methods, options, middleware, pattern } = route;
  const tokens = tokensOf(application, route);
  const samples = samplePaths(pattern.variants, tokens);
  const origin = application.originOf(route);
  const hider = hiderOf(application, route, samples);
  const contract = contractIn(application, application.entryOf(route))?.describe(convertersOf(application));
  return {
    name,
    path,
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: nameOf(middleware),
    options: asData(options),
    placeholders: describePlaceholders(route, tokens),
    ...(origin !== undefined && { origin }),
    samples: samples.map((sample) => prefix + sample),
    ...(hider !== undefined && { hiddenBy: hider.name }),
    ...(contract !== undefined && { contract }),
  };
}

/** The contract of a route: of the last that has one, where several middleware stand in a list. */
function contractIn(application: AnyApplication, entry: Entry | undefined): KeptContract | undefined {
  const { target } = entry ?? {};
  if (target === undefined) return undefined;
  if (!(target instanceof LazyMiddleware)) {
    return target
      .map((inner) => contractIn(application, inner))
      .findLast((contract) => contract !== undefined);
  }
  return (
    contractOf(target.callable) ?? contractOf(target.value) ?? contractOf(serviceOf(target, application))
  );
}

function convertersOf({ container }: AnyApplication): SchemaConverters | undefined {
  const config = container?.has('config') === true ? container.get('config') : undefined;
  return config?.openapi?.converters;
}

/** The option as far as the router heeds it. */
export function tokensOf({ router }: AnyApplication, { options }: Route): Tokens {
  return router.honoursTokens === false ? undefined : options.tokens;
}

function describePlaceholders({ pattern }: Route, tokens: Tokens): PlaceholderDescription[] {
  return pattern.placeholders.map((placeholder) => {
    const { name, optional, rest } = placeholder;
    return { name, restrictions: sourcesOf(placeholder, tokens), optional, rest };
  });
}

/** What answers every sample of a route in its place. */
function hiderOf({ router }: AnyApplication, route: Route, samples: readonly string[]): Route | undefined {
  const method = route.methods === undefined ? 'GET' : route.methods[0];
  if (method === undefined) return undefined;
  let hider: Route | undefined;
  for (const sample of samples) {
    const answering = router.match(method, sample).route;
    if (answering === undefined || answering === route) return undefined;
    hider = answering;
  }
  return hider;
}

function asData(options: object): Record<string, unknown> {
  const seen = new Set<unknown>();
  const text = JSON.stringify(options, (_key, value: unknown) => {
    if (value instanceof RegExp || typeof value === 'bigint') return String(value);
    if (typeof value === 'function' || typeof value === 'symbol') return nameOf(value);
    if (typeof value !== 'object' || value === null) return value;
    // What was written already is named only, since it may contain itself.
    if (seen.has(value)) return nameOf(value);
    seen.add(value);
    return value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}
