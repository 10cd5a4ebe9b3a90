// The arguments of cases: a variant's exports, and short ways to create an application and to send requests
// to it.

const quiet = { log: () => {} };

/**
 * @param fw the exports of `fw-runtime/a` or `fw-runtime/b`
 * @param Router of its applications; the default router when absent
 * @param send sends a request to an application: `(app, request) => Promise<Response>`
 */
export function kitOf(variant, fw, { ServiceManager, Router, send }) {
  const { AppFactory, Application, ApplicationFactory, JsonResponse, mergeConfig, TextResponse } = fw;
  const routers = new WeakMap();
  const createApp = (options) => {
    const router = options?.router ?? (Router && new Router());
    const app = new Application({ ...quiet, ...options, router });
    routers.set(app, router);
    return app;
  };
  return {
    ...fw,
    variant,
    ServiceManager,
    AppFactory,
    /** An application with an empty pipeline. */
    createApp,
    /** An application whose pipeline is routing and dispatch; a function registers its routes. */
    routed(register, options) {
      const app = createApp(options).pipeRoutingMiddleware().pipeDispatchMiddleware();
      register(app);
      return app;
    },
    router: (app) => routers.get(app),
    /** An application of merged configuration. */
    fromConfig(...configs) {
      const config = mergeConfig(...configs);
      return new ApplicationFactory().create(
        new ServiceManager(mergeConfig({ services: { config } }, config.dependencies ?? {})),
      );
    },
    sendTo: (app, path, init) => send(app, new Request(`http://localhost${path}`, init)),
    text: (text) => () => new TextResponse(text),
    params: (request) => new JsonResponse(request.params),
    throws: (error) => () => {
      throw error;
    },
    mark: (name) => pass[variant]((request) => request.withAttribute('trace', [...traceOf(request), name])),
    trace: (request) => new TextResponse(traceOf(request).join(' ')),
    pass: pass[variant],
    around: around[variant],
  };
}

/** Calls the next middleware, possibly with another request. */
const pass = {
  a:
    (change = same) =>
    (request, response, next) =>
      next(change(request), response),
  b:
    (change = same) =>
    (request, delegate) =>
      delegate(change(request)),
};

/** Calls the next middleware, and changes its response. */
const around = {
  a: (change) => async (request, response, next) => change(await next(request, response)),
  b: (change) => async (request, delegate) => change(await delegate(request)),
};

function same(request) {
  return request;
}

function traceOf(request) {
  return request.getAttribute('trace', []);
}
