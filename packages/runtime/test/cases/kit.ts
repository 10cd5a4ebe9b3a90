import * as a from '../../src/a/index.ts';
import * as b from '../../src/b/index.ts';
import {
  type ContainerInterface,
  TreeRouter,
  type RouterInterface,
  type SharedMiddleware,
  type ServerRequest,
  type ServiceId,
  TextResponse,
} from '../../src/index.ts';
import { serviceMap } from '../support/service-map.ts';
import { describe } from 'vitest';
import type { Kit, KitOfA, KitOfB, KitOptions } from './case.ts';

const TRACE = 'trace';

/** @param Router of its applications */
export function kitOfA(Router: new () => RouterInterface = TreeRouter): KitOfA {
  const kit: KitOfA = {
    app: (options) => new a.Application({ router: new Router(), ...applicationOptions(options) }),
    routed: (options) => kit.app(options).pipeRoutingMiddleware().pipeDispatchMiddleware(),
    handler: (make) => (request) => make(request),
    shared: (middleware) => middleware as unknown as SharedMiddleware,
    pass:
      (change = same) =>
      (request, response, next) =>
        next(change(request), response),
    around: (change) => async (request, response, next) => change(await next(request, response), request),
    guard: (condition, text) => (request, response, next) =>
      condition(request) ? new TextResponse(text) : next(request, response),
    middlewareClass: (text, onCreate = () => {}) =>
      class Answering {
        constructor() {
          onCreate();
        }

        process(): TextResponse {
          return new TextResponse(text);
        }
      },
    twice: () =>
      async function twice(request, response, next) {
        await next(request, response);
        return next(request, response);
      },
    hasty: () =>
      function hasty(request, response, next) {
        void next(request, response);
        return new TextResponse('hasty');
      },
    routing: a.ApplicationFactory.ROUTING_MIDDLEWARE,
    dispatch: a.ApplicationFactory.DISPATCH_MIDDLEWARE,
    create: (container, router) => a.AppFactory.create(container, router ?? routerBeside(container, Router)),
    createFrom: (container) => new a.ApplicationFactory().create(container),
    list: (...items) => items,
    child: (application) => application,
    ...shared<a.MiddlewareValue>(() => kit),
  };
  return kit;
}

/** @param Router of its applications */
export function kitOfB(Router: new () => RouterInterface = TreeRouter): KitOfB {
  const kit: KitOfB = {
    app: (options) => new b.Application({ router: new Router(), ...applicationOptions(options) }),
    routed: (options) => kit.app(options).pipeRoutingMiddleware().pipeDispatchMiddleware(),
    handler: (make) => (request) => make(request),
    shared: (middleware) => middleware as unknown as SharedMiddleware,
    pass:
      (change = same) =>
      (request, delegate) =>
        delegate(change(request)),
    around: (change) => async (request, delegate) => change(await delegate(request), request),
    guard: (condition, text) => (request, delegate) =>
      condition(request) ? new TextResponse(text) : delegate(request),
    middlewareClass: (text, onCreate = () => {}) =>
      class Answering {
        constructor() {
          onCreate();
        }

        process(): TextResponse {
          return new TextResponse(text);
        }
      },
    twice: () =>
      async function twice(request, delegate) {
        await delegate(request);
        return delegate(request);
      },
    hasty: () =>
      function hasty(request, delegate) {
        void delegate(request);
        return new TextResponse('hasty');
      },
    routing: b.Application.ROUTING_MIDDLEWARE,
    dispatch: b.Application.DISPATCH_MIDDLEWARE,
    create: (container, router) => b.AppFactory.create(container, router ?? routerBeside(container, Router)),
    createFrom: (container) => new b.ApplicationFactory().create(container),
    list: (...items) => items,
    child: (application) => application,
    ...shared<b.MiddlewareValue>(() => kit),
  };
  return kit;
}

/** None where the container has one. */
function routerBeside(
  container: ContainerInterface | undefined,
  Router: new () => RouterInterface,
): RouterInterface | undefined {
  return container?.has('RouterInterface') ? undefined : new Router();
}

type PipeOptions = a.ApplicationOptions & b.ApplicationOptions;

type Shared<M> = Pick<Kit<M>, 'answer' | 'throws' | 'mark' | 'trace' | 'service' | 'injectedClass'>;

/** Parts that are created in the same way for both variants. */
function shared<M>(kit: () => Pick<Kit<M>, 'handler' | 'pass'>): Shared<M | string> {
  return {
    answer: (text) => kit().handler(() => new TextResponse(text)),
    throws: (error) =>
      kit().handler(() => {
        throw error;
      }),
    mark: (name) => kit().pass((request) => request.withAttribute(TRACE, [...traceOf(request), name])),
    trace: () => kit().handler((request) => new TextResponse(traceOf(request).join(' '))),
    service: (name) => name,
    injectedClass: (ids, say) => injectedClass(ids, say) as M,
  };
}

function injectedClass(ids: readonly ServiceId[], say: (...services: unknown[]) => string): unknown {
  return class Injected {
    static readonly inject = ids;
    readonly #text: string;

    constructor(...services: unknown[]) {
      this.#text = say(...services);
    }

    process(): TextResponse {
      return new TextResponse(this.#text);
    }
  };
}

function traceOf(request: ServerRequest): readonly string[] {
  return request.getAttribute<readonly string[]>(TRACE, []);
}

function same(request: ServerRequest): ServerRequest {
  return request;
}

// Silent, unless the case has a log or a logger of its own.
function applicationOptions({ services, ...options }: KitOptions = {}): PipeOptions {
  const log = options.logger === undefined && { log: () => {} };
  return { ...log, ...options, ...(services && { container: serviceMap(services) }) };
}

/**
 * Defines tests for variant A and again for variant B.
 *
 * @param tagsOfA `full` where the tests are slow and most of the tested code is the same in both variants
 */
export function inBothVariants(define: <M>(kit: Kit<M>) => void, tagsOfA: string[] = []): void {
  describe('variant A', { tags: tagsOfA }, () => define(kitOfA()));
  describe('variant B', () => define(kitOfB()));
}
