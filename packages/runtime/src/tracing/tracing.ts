// `#tracing` where there is `node:diagnostics_channel`; see runtimes/no-tracing.ts.
import { observeServices, type ServiceMaking } from '../container/describe-services.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { LazyMiddleware } from '../pipeline/lazy-middleware.ts';
import type { PipelineObserver } from '../pipeline/observer.ts';
import { isComposable } from '../pipeline/placed-middleware.ts';
import type { Scope } from '../pipeline/scope.ts';
import { layers, requests, routes, services } from './channels.ts';
import { type LayerKind, LayerMessage, RequestMessage, ServiceMessage } from './messages.ts';

/** Publishes what happens in an application on `node:diagnostics_channel` (rule P10). */
export const tracing: PipelineObserver = {
  attach: ({ container }) => observeServices(container, createService),

  handle(application, request, respond) {
    if (!requests.isWatched()) return respond();
    const { source, scope } = request;
    const holder = holderOf(request);
    // A server that looked for a static file first has published the request.
    if (holder.published !== undefined && scope === undefined) return respond();
    const { receiver } = source;
    const isInside = holder !== source && (source as Holder).published !== undefined;
    const nested = receiver !== undefined && (receiver !== application || isInside);
    const message = new RequestMessage(request, application, nested);
    holder.published = message;
    return requests.trace(message, respond) as ReturnType<typeof respond>;
  },

  enter(entry, request, { error }) {
    if (!layers.isWatched()) return undefined;
    const message = new LayerMessage(entry.name, kindOf(entry), entry.route, request, error);
    return { run: (invoke) => layers.trace(message, invoke), leave: (response) => response, fail() {} };
  },

  routed(request, result) {
    const { published } = holderOf(request);
    if (published === undefined && !routes.hasSubscribers) return;
    const { route } = result;
    const routePath = route && prefixesOf(request) + route.path;
    if (route !== undefined && published !== undefined) {
      published.route = route;
      published.routePath = routePath;
    }
    if (routes.hasSubscribers) routes.publish({ request, result, route, routePath });
  },

  logged(error, request) {
    const { published } = holderOf(request);
    // The first error is the one that the request failed with; an error after the response is none of the request's.
    if (published === undefined || published.done || published.error !== undefined) return;
    requests.fail(published, error);
  },
};

function createService({ id, askedBy }: ServiceMaking, make: () => unknown): unknown {
  return services.isWatched() ? services.trace(new ServiceMessage(id, askedBy), make) : make();
}

function kindOf({ role, target }: Entry): LayerKind {
  if (role !== undefined) return role;
  const value = target instanceof LazyMiddleware ? target.value : undefined;
  if (!isComposable(value) || !('routing' in value)) return 'middleware';
  return value.routing === undefined ? 'pipe' : 'application';
}

/** The path prefixes that a request has entered. */
function prefixesOf({ scope }: ServerRequest): string {
  let prefixes = '';
  for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
    const { text } = item.owner as { readonly text?: string };
    if (text !== undefined) prefixes = text + prefixes;
  }
  return prefixes;
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
