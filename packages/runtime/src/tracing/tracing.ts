// `#tracing` where there is `node:diagnostics_channel`; see no-tracing.ts.
import { observeServices, type ServiceMaking } from '../container/observe-services.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import type { InvokedMiddleware, LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import { routeRequest, type RouteRequest } from '../pipeline/route-request.ts';
import type { Scope } from '../pipeline/scope.ts';
import { layers, requests, routes, services, type Work } from './channels.ts';
import { type LayerKind, LayerMessage, RequestMessage, ServiceMessage } from './messages.ts';
import type { Traceable, Tracing } from './tracing-interface.ts';

export const tracing: Tracing = { application, request: traceRequest, middleware, routing, noteError };

function application(traceable: Traceable): void {
  const respond = traceable.respond.bind(traceable);
  traceable.respond = (request, passOn) => traceRequest(traceable, request, () => respond(request, passOn));
  observeServices(traceable.container, makeService);
}

function traceRequest<Result>(owner: object, request: ServerRequest, answer: () => Result): Result {
  if (!requests.isWatched()) return answer();
  const holder = holderOf(request);
  // It was published already where a server has looked for a file first.
  if (holder.published !== undefined && request.scope === undefined) return answer();
  const message = new RequestMessage(request, owner, request.source.receiver !== undefined);
  holder.published = message;
  return requests.trace(message, answer) as Result;
}

function makeService({ id, askedBy }: ServiceMaking, make: () => unknown): unknown {
  return services.isWatched() ? services.trace(new ServiceMessage(id, askedBy), make) : make();
}

function middleware(entry: Entry, lazy: LazyMiddleware): InvokedMiddleware {
  const { name, role, error: handlesErrors, route } = entry;
  const kind = kindOf(entry);
  const publishing = role === 'routing' ? (lazy.value as Routing)[PUBLISHING] : undefined;
  const call = publishing ?? callOf(lazy);
  const invoke: Work = (one, two, three, four) => {
    if (!layers.isWatched()) return call(one, two, three, four);
    const message = handlesErrors
      ? new LayerMessage(name, kind, route, two as ServerRequest, one)
      : new LayerMessage(name, kind, route, one as ServerRequest, undefined);
    return layers.trace(message, call, one, two, three, four);
  };
  return { name: lazy.name, warnings: lazy.warnings, callable: invoke, invoke };
}

/** Calls a middleware with as many arguments as it is given: two in variant B; in A three, or four of error middleware. */
function callOf(lazy: LazyMiddleware): Work {
  return (one, two, three, four) => {
    const callable = lazy.callable as Work | undefined;
    if (four !== undefined) {
      return callable === undefined ? lazy.invoke(one, two, three, four) : callable(one, two, three, four);
    }
    if (three !== undefined) {
      return callable === undefined ? lazy.invoke(one, two, three) : callable(one, two, three);
    }
    return callable === undefined ? lazy.invoke(one, two) : callable(one, two);
  };
}

function kindOf({ role, target }: Entry): LayerKind {
  if (role !== undefined) return role;
  const { value } = target as LazyMiddleware;
  if (typeof value !== 'object' || value === null || !('entries' in value && 'respond' in value)) {
    return 'middleware';
  }
  return 'routes' in value ? 'application' : 'pipe';
}

const PUBLISHING: unique symbol = Symbol('publishing');

/** With the same that publishes, for the pipelines that do: an application may stand in several. */
interface Routing {
  readonly [PUBLISHING]?: Work;
}

function routing(create: (route: RouteRequest) => unknown): unknown {
  return Object.assign(create(routeRequest) as object, { [PUBLISHING]: create(publishRoute) });
}

const publishRoute: RouteRequest = (router, request) => {
  const found = routeRequest(router, request);
  const { published } = holderOf(request);
  if (published === undefined && !routes.hasSubscribers) return found;
  const { result, routed } = found;
  const { route } = result;
  const routePath = route && prefixesOf(request) + route.path;
  if (route !== undefined && published !== undefined) {
    published.route = route;
    published.routePath = routePath;
  }
  if (routes.hasSubscribers) routes.publish({ request: routed, result, route, routePath });
  return found;
};

/** The path prefixes that a request has entered. */
function prefixesOf({ scope }: ServerRequest): string {
  let prefixes = '';
  for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
    const { text } = item.owner as { readonly text?: string };
    if (text !== undefined) prefixes = text + prefixes;
  }
  return prefixes;
}

function noteError(error: unknown, request: ServerRequest): void {
  const { published } = holderOf(request);
  // The first is what the request failed of, and what comes after the answer is none of it.
  if (published === undefined || published.done || published.error !== undefined) return;
  requests.fail(published, error);
}

/**
 * Where the message of a request is kept: with its own trace, where it was given to `handle()`; see request-trace.ts. The
 * property is there only where something is published, since every request would carry it.
 */
function holderOf({ scope, source }: ServerRequest): Holder {
  let item = scope as Scope | undefined;
  while (item !== undefined && item.trace === undefined) item = item.outer;
  return (item?.trace ?? source) as Holder;
}

interface Holder {
  published?: RequestMessage;
}
