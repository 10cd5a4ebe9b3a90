import { describe } from 'vitest';
import * as a from '../../../../src/a/index.ts';
import * as b from '../../../../src/b/index.ts';
import {
  type HttpResponse,
  type Platform,
  type RunningServer,
  type RunOptions,
  type ServerConfig,
  type ServerRequest,
  type ServerRequestInit,
  type SharedMiddleware,
  TextResponse,
} from '../../../../src/index.ts';

type Handler = (request: ServerRequest) => HttpResponse | Response | Promise<HttpResponse | Response>;
type Layer = SharedMiddleware | Handler | App;

/** The common interface of both variants' applications, as far as these tests use it. */
export interface App {
  pipe(middleware: Layer): App;
  pipe(path: string, middleware: Layer): App;
  get(path: string, handler: Handler | readonly Layer[]): unknown;
  post(path: string, handler: Handler | readonly Layer[]): unknown;
  any(path: string, handler: Handler | readonly Layer[]): unknown;
  pipeRoutingMiddleware(): App;
  pipeDispatchMiddleware(): App;
  request(input: string | Request, init?: ServerRequestInit): Promise<Response>;
  fetch(request: Request, platform?: Platform): Promise<Response>;
  fetch(request: Request, env: unknown, ctx: unknown): Promise<Response>;
  run(options?: RunOptions): Promise<RunningServer>;
}

export interface AppOptions {
  readonly server?: ServerConfig;
  readonly log?: (error: unknown) => void;
  readonly debug?: 'everyone';
}

/** Creates an application with middleware before routing and dispatch. */
export type MakeApp = (layers?: readonly Layer[], options?: AppOptions) => App;

/** Defines tests for both variants. */
export function inBothVariants(define: (make: MakeApp, variant: 'a' | 'b') => void): void {
  describe('variant A', () => define((...given) => routed(a.Application, ...given), 'a'));
  describe('variant B', () => define((...given) => routed(b.Application, ...given), 'b'));
}

function routed(
  Application: new (options: AppOptions) => object,
  layers: readonly Layer[] = [],
  options: AppOptions = {},
): App {
  // Silent, so that what is expected to be logged is not printed.
  const app = new Application({ log: () => {}, ...options }) as App;
  for (const layer of layers) app.pipe(layer);
  return app.pipeRoutingMiddleware().pipeDispatchMiddleware();
}

export const echo: Handler = async (request) => new TextResponse(await request.text());
