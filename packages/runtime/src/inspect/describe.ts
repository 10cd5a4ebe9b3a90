import { lateMiddleware } from '#development/late-middleware';
import type { SchemaConverters } from '../config/config.ts';
import {
  type AnyApplication,
  type AnyPipe,
  isApplication,
  nestedPipe,
  routingPrefix,
  serviceOf,
} from '../application/any-pipe.ts';
import type { OpaqueApplication } from '../application/application-of.ts';
import { Pipe } from '../application/pipe.ts';
import { madeByInject } from '../container/inject.ts';
import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { nameOf } from '../errors/describe.ts';
import { type Entry, handlerOf, middlewareName } from '../pipeline/entry.ts';
import { contractOf, type KeptContract } from '../pipeline/kept-contract.ts';
import { PathPrefix } from '../pipeline/path-prefix.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { Route, Tokens } from '../router/route.ts';
import { flagsOf, sourcesOf } from '../router/segment-key.ts';
import type {
  ApplicationDescription,
  LayerDescription,
  PlaceholderDescription,
  RouteDescription,
} from './description.ts';
import { samplePaths } from './sample-paths.ts';
import { WebSocketRoute } from '../application/web-socket-route.ts';
import { type Guard, securityOfLayer, securityOfRoute } from './security.ts';

/**
 * Describes an application as plain data: its pipeline as a tree, its routes and those of the applications in it. Services that
 * are registered as middleware are created, since one may be a pipeline; asynchronous services are not looked into.
 *
 * @throws InvalidArgumentError for anything but an application, DuplicateRouteError as the first request would
 * @example const { pipeline, routes } = describe(app);
 */
export function describe(app: OpaqueApplication): ApplicationDescription {
  const application = toApplication(app);
  const routes: RouteDescription[] = [];
  const pipeline = describePipe(application, '', [], { routes, guards: [] });
  const { document_root: documentRoot } = application.serverConfig;
  return {
    variant: application.variant,
    router: nameOf(application.router),
    ...(documentRoot !== undefined && { documentRoot }),
    pipeline,
    routes,
  };
}

/** Whether a value can be described. Applications of another installed copy of the package consist of other classes. */
export function isDescribable(value: unknown): value is AnyApplication {
  return value instanceof Pipe && isApplication(value);
}

/** @throws InvalidArgumentError for anything but an application of this copy of the package */
export function toApplication(value: OpaqueApplication): AnyApplication {
  if (isDescribable(value)) return value;
  throw new InvalidArgumentError('application', 'an Application of this copy of fw-runtime', value);
}

/** The routes and guards found so far in the pipeline. */
interface Found {
  routes: RouteDescription[];
  /** The middleware in front that declares its security. */
  guards: readonly Guard[];
}

/** @param around the pipes that contain this one, which may contain them again */
function describePipe(
  pipe: AnyPipe,
  prefix: string,
  around: readonly AnyPipe[],
  found: Found,
): LayerDescription[] {
  const inside = [...around, pipe];
  const [before, within]: [RouteDescription[], RouteDescription[]] = [found.routes, []];
  // The guards in front of dispatch.
  let guards: readonly Guard[] | undefined;
  const late = lateMiddleware(pipe);
  const describeLayer = (entry: Entry, outside: string): LayerDescription => {
    const { name, role, error, key, priority, origin, target } = entry;
    const own = entry.prefix?.text;
    const below = outside + (own ?? '');
    const nested = nestedPipe(entry, pipe);
    const isNew = nested !== undefined && !inside.includes(nested);
    const security = error ? undefined : securityOfLayer(pipe, entry);
    if (security !== undefined)
      found.guards = [...found.guards, { prefix: PathPrefix.from(below), security }];
    if (role === 'dispatch') guards = found.guards;
    return {
      name,
      kind: kindOf(entry, nested),
      ...(own !== undefined && { prefix: own }),
      error,
      ...(key !== undefined && { key }),
      ...(priority !== undefined && { priority }),
      ...(origin !== undefined && { origin }),
      ...(security !== undefined && { security }),
      ...(late.has(entry) && { warning: late.get(entry) as string }),
      children: Array.isArray(target)
        ? target.map((item: Entry) => describeLayer(item, below))
        : isNew && role === undefined
          ? describePipe(nested, below, inside, found)
          : [],
      ...(nested !== undefined && isApplication(nested) && { routes: nested.routes.length }),
    };
  };
  found.routes = within;
  const layers = pipe.entries.map((entry) => describeLayer(entry, prefix));
  if (isApplication(pipe)) {
    const routed = prefix + (routingPrefix(pipe.entries) ?? '');
    before.push(...pipe.routes.map((route) => describeRoute(pipe, route, routed, guards)));
    pipe.router.rebuild?.();
  }
  before.push(...within);
  found.routes = before;
  return layers;
}

export function kindOf({ role, target }: Entry, nested: AnyPipe | undefined): LayerDescription['kind'] {
  if (role !== undefined) return role;
  if (!(target instanceof LazyMiddleware)) return 'pipe';
  if (nested === undefined) return 'middleware';
  return isApplication(nested) ? 'application' : 'pipe';
}

/** @param guards the middleware in front of the route that declares its security */
export function describeRoute(
  application: AnyApplication,
  route: Route,
  prefix: string,
  guards: readonly Guard[] = [],
): RouteDescription {
  const { name, path, methods, options, middleware, pattern } = route;
  const tokens = tokensOf(application, route);
  const samples = samplePaths(pattern.variants, tokens);
  const origin = application.originOf(route);
  const defined = madeByInject(handlerOf(route))?.place;
  const hider = hiderOf(application, route, samples);
  const entry = application.entryOf(route);
  const contract = contractIn(application, entry)?.describe(convertersOf(application));
  const security = securityOfRoute(application, route, prefix, guards);
  return {
    name,
    path,
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: middlewareName(middleware, route),
    ...(defined !== undefined && { defined }),
    options: asData(options),
    placeholders: describePlaceholders(route, tokens),
    ...(origin !== undefined && { origin }),
    samples: samples.map((sample) => prefix + sample),
    ...(hider !== undefined && { hiddenBy: hider.name }),
    ...(contract !== undefined && { contract }),
    ...(security !== undefined && { security }),
    ...(entry !== undefined && opensWebSockets(entry) && { webSocket: true }),
  };
}

/** The contract of a route: that of the last middleware of its array that has a contract. */
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

function opensWebSockets({ target }: Entry): boolean {
  return target instanceof LazyMiddleware
    ? target.value instanceof WebSocketRoute
    : target.some(opensWebSockets);
}

function convertersOf({ container }: AnyApplication): SchemaConverters | undefined {
  const config = container?.has('config') === true ? container.get('config') : undefined;
  return config?.openapi?.converters;
}

/** The option `tokens`, unless the router ignores it. */
export function tokensOf({ router }: AnyApplication, { options }: Route): Tokens {
  return router.honoursTokens === false ? undefined : options.tokens;
}

function describePlaceholders({ pattern }: Route, tokens: Tokens): PlaceholderDescription[] {
  return pattern.placeholders.map((placeholder) => {
    const { name, optional, rest } = placeholder;
    const flags = flagsOf(placeholder, tokens);
    return {
      name,
      restrictions: sourcesOf(placeholder, tokens),
      optional,
      rest,
      ...(flags !== '' && { flags }),
    };
  });
}

/** The route that handles every sample of another route instead of that one. */
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
    // An object that was written already may contain itself, so only its name is written.
    if (seen.has(value)) return nameOf(value);
    seen.add(value);
    return value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}
