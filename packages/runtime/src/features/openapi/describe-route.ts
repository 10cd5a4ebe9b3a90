import { type ApplicationNode, isList } from '../../kernel/application/middleware-of.ts';
import { configOf } from '../../kernel/application/options.ts';
import { WebSocketRoute } from '../../kernel/http/upgrade-web-socket.ts';
import { injectCall } from '../../kernel/container/inject.ts';
import { nameOf } from '../../kernel/errors/describe.ts';
import { type Entry, routeHandler, middlewareName } from '../../kernel/pipeline/entry.ts';
import { contractOf } from '../../kernel/pipeline/middleware-contract.ts';
import type { Constraints, Route } from '../../kernel/router/route.ts';
import { flagsOf, sourcesOf } from '../../kernel/router/constraints/constraint.ts';
import type { PlaceholderDescription, RouteDescription } from './route-description.ts';
import { samplePaths } from './sample-paths.ts';
import { declarationsIn, type Guard, securityOfRoute } from './security.ts';

/** @param guards the middleware in front of the route that declares its security */
export function describeRoute(
  application: ApplicationNode,
  route: Route,
  prefix: string,
  guards: readonly Guard[] = [],
): RouteDescription {
  const { name, path, methods, options, middleware, pattern, origin } = route;
  const constraints = constraintsOf(application, route);
  const samples = samplePaths(pattern.variants, constraints);
  const defined = injectCall(routeHandler(route))?.place;
  const hider = hiderOf(application, route, samples);
  const entry = application.routing.entryOf(route);
  const { converters } = (application.container && configOf(application.container).openapi) ?? {};
  // In an array of middleware, the last contract applies.
  const contract = entry && declarationsIn(application, entry, contractOf).at(-1)?.describe(converters);
  const security = securityOfRoute(application, route, prefix, guards);
  return {
    name,
    path,
    prefix,
    ...(methods !== undefined && { methods }),
    middleware: middlewareName(middleware, route),
    ...(defined !== undefined && { defined }),
    options: asData(options),
    placeholders: describePlaceholders(route, constraints),
    ...(origin !== undefined && { origin }),
    samples: samples.map((sample) => prefix + sample),
    ...(hider !== undefined && { hiddenBy: hider.name }),
    ...(contract !== undefined && { contract }),
    ...(security !== undefined && { security }),
    ...(entry !== undefined && opensWebSockets(entry) && { webSocket: true }),
  };
}

function opensWebSockets({ target }: Entry): boolean {
  return isList(target) ? target.some(opensWebSockets) : target.value instanceof WebSocketRoute;
}

/** The option `tokens`, unless the router ignores it. */
export function constraintsOf({ routing: { router } }: ApplicationNode, { options }: Route): Constraints {
  return router.honoursTokens === false ? undefined : options.tokens;
}

/** The placeholders of a route's path, with their constraints. */
export function describePlaceholders(route: Route, constraints: Constraints): PlaceholderDescription[] {
  // Published declarations lack internal members, so that the parameter can't be destructured to them.
  return route.pattern.placeholders.map((placeholder) => {
    const { name, optional, rest } = placeholder;
    const flags = flagsOf(placeholder, constraints);
    return {
      name,
      restrictions: sourcesOf(placeholder, constraints),
      optional,
      rest,
      ...(flags !== '' && { flags }),
    };
  });
}

/** The route that handles every sample of a route in place of the route itself. */
function hiderOf(
  { routing: { router } }: ApplicationNode,
  route: Route,
  samples: readonly string[],
): Route | undefined {
  const method = route.methods === undefined ? 'GET' : route.methods[0];
  if (method === undefined) return undefined;
  const handlers = samples.map((sample) => router.match(method, sample).route);
  return handlers.every((each) => each !== undefined && each !== route) ? handlers.at(-1) : undefined;
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
