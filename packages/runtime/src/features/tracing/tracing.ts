import { channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { middlewareKindOf, nestedIn } from '../../kernel/application/middleware-of.ts';
import { observeServices, type ServiceMaking } from '../../kernel/container/container-interface.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import type { ServerRequest } from '../../kernel/http/server-request.ts';
import type { Entry } from '../../kernel/pipeline/entry.ts';
import { isThenable } from '../../kernel/pipeline/lazy-middleware.ts';
import type { MiddlewareRun, PipelineObserver } from '../../kernel/pipeline/observer.ts';
import { isUnhandled } from '../../kernel/pipeline/responses.ts';
import type { Scope } from '../../kernel/pipeline/scope.ts';
import {
  type LayerMessage,
  RequestMessage,
  type RouteMessage,
  type ServiceMessage,
  type TracedMessage,
} from './messages.ts';

/** Each request that an application handles. */
const requests = traced<RequestMessage>('fw-runtime:request', (message, result) => {
  const response = result as HttpResponse | undefined;
  if (response !== undefined && !isUnhandled(response)) message.response = response;
});
/** Each middleware that a request reaches. */
const layers = traced<LayerMessage>('fw-runtime:layer', (message, result) => (message.result = result));
/** Each service that a container creates. */
const services = traced<ServiceMessage>('fw-runtime:service', () => {});
/** The result of routing, once for each request and application. */
const routes = channel('fw-runtime:route');

/**
 * Work that is published on a tracing channel.
 *
 * @param note adds the result of the work to its message
 */
function traced<Message extends TracedMessage>(
  name: string,
  note: (message: Message, result: unknown) => void,
) {
  const channels = tracingChannel<unknown, Message>(name) as TracingChannel<unknown, Message>;
  const { start, end, asyncStart, asyncEnd, error } = channels;

  const fail = (message: Message, failure: unknown): void => {
    message.error = failure;
    error.publish(message);
  };

  const perform = (message: Message, work: () => unknown): unknown => {
    try {
      const given = message.run === undefined ? work() : message.run(work);
      if (!isThenable(given)) {
        message.done = true;
        note(message, given);
        return given;
      }
      // Another kind of thenable may repeat its work at each call of `then`.
      const promise = given instanceof Promise ? given : Promise.resolve(given);
      void observe(message, promise);
      return promise;
    } catch (failure) {
      message.done = true;
      fail(message, failure);
      throw failure;
    } finally {
      end.publish(message);
    }
  };

  // The promise itself is returned, so that its result is not delayed.
  const observe = async (message: Message, promise: Promise<unknown>): Promise<void> => {
    try {
      const result = await promise;
      message.done = true;
      note(message, result);
    } catch (failure) {
      message.done = true;
      fail(message, failure);
    }
    asyncStart.publish(message);
    asyncEnd.publish(message);
  };

  return {
    /** Whether the channel has a subscriber or a bound store. */
    isWatched: () =>
      start.hasSubscribers ||
      end.hasSubscribers ||
      asyncStart.hasSubscribers ||
      asyncEnd.hasSubscribers ||
      error.hasSubscribers,
    /** Runs and publishes the work, and returns its result or throws its error. */
    trace(message: Message, work: () => unknown): unknown {
      // `runStores` also publishes the message. It is called only if needed, because it costs as much as the rest of the tracing.
      if (start.hasSubscribers && mayHaveStores(start)) {
        return start.runStores(message, () => perform(message, work));
      }
      start.publish(message);
      return perform(message, work);
    },
    /** Publishes an error that doesn't make the work fail. */
    fail,
  };
}

// This module is `#tracing` on runtimes with `node:diagnostics_channel`; see runtimes/no-tracing.ts.

/** Publishes what happens in an application on `node:diagnostics_channel` (rule P10). */
export const tracing: PipelineObserver = {
  attach: ({ container }) => observeServices(container, createService),

  handle: (application, request, respond) =>
    requests.isWatched() ? publishRequest(application, request, respond) : respond(request),

  enter: (entry, request, _log, _response, error) =>
    layers.isWatched() ? publishedRun(entry, request, error) : undefined,

  routed(request, result) {
    const { published } = holderOf(request);
    if (published === undefined && !routes.hasSubscribers) return;
    const { route } = result;
    const routePath = route && prefixesOf(request) + route.path;
    if (route !== undefined && published !== undefined) {
      published.route = route;
      published.routePath = routePath;
    }
    if (!routes.hasSubscribers) return;
    const { published: outermost } = request.source as Holder;
    routes.publish({ request, result, route, routePath, outermost } satisfies RouteMessage);
  },

  logged(error, request) {
    const { published } = holderOf(request);
    // The first error is the one that the request failed with; later errors don't change its outcome.
    if (published === undefined || published.done || published.error !== undefined) return;
    requests.fail(published, error);
  },
};

// The functions below contain closures, which would also cost something without a subscriber.
function publishRequest<Result>(
  application: object,
  request: ServerRequest,
  respond: (request: ServerRequest) => Result,
): Result {
  const { source, scope } = request;
  const holder = holderOf(request);
  // The server published the request already when it looked for a static file.
  if (holder.published !== undefined && scope === undefined) return respond(request);
  const { receiver } = source;
  const isInside = holder !== source && (source as Holder).published !== undefined;
  const nested = receiver !== undefined && (receiver !== application || isInside);
  const message = new RequestMessage(request, application, nested);
  holder.published = message;
  return requests.trace(message, () => respond(request)) as Result;
}

function publishedRun(entry: Entry, request: ServerRequest, error: unknown): MiddlewareRun {
  const message: LayerMessage = {
    done: false,
    error: undefined,
    run: undefined,
    name: entry.name,
    kind: middlewareKindOf(entry, nestedIn(entry, {}, false)),
    route: entry.route,
    request,
    givenError: error,
    result: undefined,
  };
  return { run: (invoke) => layers.trace(message, invoke), leave: (response) => response, fail() {} };
}

function createService({ id, askedBy }: ServiceMaking, make: () => unknown): unknown {
  if (!services.isWatched()) return make();
  return services.trace({ done: false, error: undefined, run: undefined, id, askedBy }, make);
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
 * The object that holds the message of a request: the separate trace of a request that was passed to `handle()` (see
 * request-trace.ts), or else its source. The property is added only when a message is published, to keep requests small.
 */
function holderOf({ scope, source }: ServerRequest): Holder {
  let item = scope as Scope | undefined;
  while (item !== undefined && item.trace === undefined) item = item.outer;
  return (item?.trace ?? source) as Holder;
}

interface Holder {
  published?: RequestMessage;
}

/**
 * Whether an AsyncLocalStorage may be bound to a diagnostics channel; true where a runtime doesn't expose its stores. The property
 * is Node's own; test/runtimes/node-internals.test.ts checks it on each version.
 */
export function mayHaveStores(channel: object): boolean {
  return (channel as { readonly _stores?: { readonly size: number } })['_stores']?.size !== 0;
}
