import type { HandlerClass } from 'fw-runtime/contract';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import {
  type Config,
  type ConfigProvider,
  type HttpResponse,
  mergeConfigFiles,
  type RunningServer,
  type RunOptions,
  type ServerConfig,
  type ServerRequest,
  type ServerRequestInit,
  type SharedMiddleware,
} from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import { describe, onTestFinished } from 'vitest';

/** The result of a handler at the end of a route. */
export type Handler = (request: ServerRequest) => HttpResponse | Response | Promise<HttpResponse | Response>;

/** The members that the applications of both variants have in common, as far as these tests use them. */
export interface App {
  pipe(middleware: SharedMiddleware): App;
  pipe(path: string, middleware: SharedMiddleware): App;
  any(
    path: string,
    handler:
      | Handler
      | readonly (SharedMiddleware | HandlerClass<Record<string, string>, readonly []> | Handler)[],
  ): unknown;
  get(
    path: string,
    handler:
      | Handler
      | readonly (SharedMiddleware | HandlerClass<Record<string, string>, readonly []> | Handler)[],
  ): unknown;
  post(
    path: string,
    handler:
      | Handler
      | readonly (SharedMiddleware | HandlerClass<Record<string, string>, readonly []> | Handler)[],
  ): unknown;
  request(input: string | Request, init?: ServerRequestInit): Promise<Response>;
  fetch(request: Request): Promise<Response>;
  run(options?: RunOptions): Promise<RunningServer>;
}

export interface Kit {
  readonly variant: 'a' | 'b';
  /** An application with this middleware in order before routing; in variant B, inside an ErrorHandler. */
  app(
    middleware: readonly SharedMiddleware[],
    options?: { readonly server?: ServerConfig; readonly debug?: boolean },
  ): App;
  /** An application created as in a project: from providers and the content of its configuration files. */
  configured(providers: readonly ConfigProvider[], config: Config): App;
}

/** Captures expected log lines instead of printing them. */
const silent = { info(): void {}, warn(): void {}, error(): void {} };

const kits: readonly Kit[] = [
  {
    variant: 'a',
    app: (middleware, options = {}) => routed(new a.Application({ ...options, logger: silent }), middleware),
    configured: (providers, config) =>
      new a.ApplicationFactory().create(containerOf(providers, config)) as unknown as App,
  },
  {
    variant: 'b',
    app: (middleware, options = {}) =>
      routed(new b.Application({ ...options, logger: silent }), [...middleware, new b.ErrorHandler()]),
    configured: (providers, config) =>
      new b.ApplicationFactory().create(containerOf(providers, config)) as unknown as App,
  },
];

/** Runs tests for both variants. */
export function inBothVariants(tests: (kit: Kit) => void): void {
  describe.each(kits.map((kit) => [kit.variant, kit] as const))('variant %s', (_, kit) => tests(kit));
}

/** Listens on a free port until the test ends; returns the URL without a trailing slash. */
export async function serve(app: App, options: RunOptions = {}): Promise<string> {
  const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true, ...options });
  onTestFinished(() => server.close());
  return server.url;
}

function routed(
  application: a.Application | b.Application,
  middleware: readonly (SharedMiddleware | b.ErrorHandler)[],
): App {
  const app = application as unknown as App & a.Application;
  for (const value of middleware) app.pipe(value as SharedMiddleware);
  return app.pipeRoutingMiddleware().pipeDispatchMiddleware() as unknown as App;
}

function containerOf(providers: readonly ConfigProvider[], config: Config): ServiceManager {
  const routing = {
    middleware_pipeline: { routing: { middleware: [a.ROUTING_MIDDLEWARE, a.DISPATCH_MIDDLEWARE] } },
  };
  const merged = mergeConfigFiles({ 'pipeline.global.ts': routing, 'site.global.ts': config }, { providers });
  const container = new ServiceManager(merged.dependencies);
  onTestFinished(() => container.dispose());
  container.setService('config', merged);
  if (!container.has('Logger')) container.setService('Logger', silent);
  return container;
}
