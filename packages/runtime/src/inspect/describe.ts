import { lateMiddleware } from '#development/tools';
import type { SchemaConverters } from '../config/config.ts';
import type { AnyApplication } from '../application/application.ts';
import type { OpaqueApplication } from '../application/application-of.ts';
import {
  type ApplicationNode,
  isApplicationNode,
  isPipelineNode,
  middlewareOf,
  type PipelineNode,
  routingPrefix,
  serviceOf,
} from '../application/middleware-of.ts';
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
import { type Guard, securityOfMiddleware, securityOfRoute } from './security.ts';

/**
 * Describes an application as plain data: its pipeline as a tree, its routes and those of the applications in it. Services that
 * are registered as middleware are created, since one may be a pipeline; asynchronous services are not looked into.
 *
 * @throws InvalidArgumentError for anything but an application, DuplicateRouteError as the first request would
 * @example const { pipeline, routes } = describe(app);
 */
export function describe(app: OpaqueApplication): ApplicationDescription {
  const application = toApplication(app);
  const { document_root: documentRoot } = application.requestHandler.serverConfig;
  return {
    variant: application.variant,
    router: nameOf(application.routing.router),
    ...(documentRoot !== undefined && { documentRoot }),
    ...describePipeline(application),
  };
}

/** Whether a value can be described. Applications of another installed copy of the package consist of other classes. */
export function isDescribable(value: unknown): value is AnyApplication {
  return isPipelineNode(value) && isApplicationNode(value);
}

/** @throws InvalidArgumentError for anything but an application of this copy of the package */
export function toApplication(value: OpaqueApplication): AnyApplication {
  if (isDescribable(value)) return value;
  throw new InvalidArgumentError('application', 'an Application of this copy of fw-runtime', value);
}

/** An application that was found in the pipeline. */
interface FoundApplication {
  readonly application: ApplicationNode;
  /** The path prefix of its routes. */
  readonly prefix: string;
  /** The middleware in front of its dispatch that declares its security. */
  guards: readonly Guard[];
}

function describePipeline(root: ApplicationNode): Pick<ApplicationDescription, 'pipeline' | 'routes'> {
  const pipeline: LayerDescription[] = [];
  // The arrays that the entries of each depth are added to.
  const children = [pipeline];
  const applications: FoundApplication[] = [];
  const found = new Map<PipelineNode, FoundApplication>();
  const addApplication = (application: ApplicationNode, outside: string): void => {
    const prefix = outside + (routingPrefix(application.entries) ?? '');
    const added = { application, prefix, guards: [] };
    applications.push(added);
    found.set(application, added);
  };
  const late = new Map<PipelineNode, ReadonlyMap<Entry, string>>();
  const warningOf = (owner: PipelineNode, entry: Entry): string | undefined => {
    if (!late.has(owner)) late.set(owner, lateMiddleware(owner));
    return late.get(owner)?.get(entry);
  };
  let guards: readonly Guard[] = [];
  addApplication(root, '');
  for (const { entry, owner, prefix, depth, nested, isEntered } of middlewareOf(root)) {
    const { name, role, error, key, priority, origin } = entry;
    const security = error ? undefined : securityOfMiddleware(owner, entry);
    if (security !== undefined) guards = [...guards, { prefix: PathPrefix.from(prefix), security }];
    const dispatched = role === 'dispatch' ? found.get(owner) : undefined;
    if (dispatched !== undefined) dispatched.guards = guards;
    const warning = warningOf(owner, entry);
    const inner: LayerDescription[] = [];
    children[depth]?.push({
      name,
      kind: kindOf(entry, nested),
      ...(entry.prefix !== undefined && { prefix: entry.prefix.text }),
      error,
      ...(key !== undefined && { key }),
      ...(priority !== undefined && { priority }),
      ...(origin !== undefined && { origin }),
      ...(security !== undefined && { security }),
      ...(warning !== undefined && { warning }),
      children: inner,
      ...(isApplicationNode(nested) && { routes: nested.routing.list.length }),
    });
    children[depth + 1] = inner;
    if (isEntered && isApplicationNode(nested)) addApplication(nested, prefix);
  }
  const routes = applications.flatMap(({ application, prefix, guards: inFront }) => {
    const { list, router } = application.routing;
    const described = list.map((route) => describeRoute(application, route, prefix, inFront));
    router.rebuild?.();
    return described;
  });
  return { pipeline, routes };
}

export function kindOf({ role, target }: Entry, nested: PipelineNode | undefined): LayerDescription['kind'] {
  if (role !== undefined) return role;
  if (!(target instanceof LazyMiddleware)) return 'pipe';
  if (nested === undefined) return 'middleware';
  return isApplicationNode(nested) ? 'application' : 'pipe';
}

/** @param guards the middleware in front of the route that declares its security */
export function describeRoute(
  application: ApplicationNode,
  route: Route,
  prefix: string,
  guards: readonly Guard[] = [],
): RouteDescription {
  const { name, path, methods, options, middleware, pattern } = route;
  const tokens = tokensOf(application, route);
  const samples = samplePaths(pattern.variants, tokens);
  const origin = application.routing.originOf(route);
  const defined = madeByInject(handlerOf(route))?.place;
  const hider = hiderOf(application, route, samples);
  const entry = application.routing.entryOf(route);
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
function contractIn(application: ApplicationNode, entry: Entry | undefined): KeptContract | undefined {
  const { target } = entry ?? {};
  if (target === undefined) return undefined;
  if (!(target instanceof LazyMiddleware)) {
    return target
      .map((inner) => contractIn(application, inner))
      .findLast((contract) => contract !== undefined);
  }
  return (
    contractOf(target.callable) ??
    contractOf(target.value) ??
    contractOf(serviceOf(target, application.container))
  );
}

function opensWebSockets({ target }: Entry): boolean {
  return target instanceof LazyMiddleware
    ? target.value instanceof WebSocketRoute
    : target.some(opensWebSockets);
}

function convertersOf({ container }: ApplicationNode): SchemaConverters | undefined {
  const config = container?.has('config') === true ? container.get('config') : undefined;
  return config?.openapi?.converters;
}

/** The option `tokens`, unless the router ignores it. */
export function tokensOf({ routing: { router } }: ApplicationNode, { options }: Route): Tokens {
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
function hiderOf(
  { routing: { router } }: ApplicationNode,
  route: Route,
  samples: readonly string[],
): Route | undefined {
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
