import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { respondAsWeb, type ToWeb } from '../../kernel/application/pipe-handler.ts';
import { handleFor } from '../../kernel/error-responses/strangers.ts';
import type { HttpResponse } from '../../kernel/http/http-response.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse, wrongWebSocket } from '../../kernel/http/upgrade-web-socket.ts';
import { opensWebSockets, timeLimits } from '../node/node-server.ts';
import { IDLE_GRACE, isSettled } from '../node/process/lifecycle.ts';
import type { EngineOptions, ServerEngine } from '../node/server-engine.ts';
import type { StopReason } from '../node/workers/this-worker.ts';
import { BodyTimer } from './body-timer.ts';
import { toNative } from './native-response.ts';
import { listenOn, type NativeServer } from './native-servers.ts';
import { type NativeShared, NativeSource } from './native-source.ts';
import type { NativeWebSockets } from './native-web-sockets.ts';

/** The server of Bun or Deno. */
export class NativeEngine implements ServerEngine {
  readonly server: undefined;
  readonly #runtime: 'Bun' | 'Deno';
  readonly #options: EngineOptions;
  readonly #shared: NativeShared;
  readonly #sockets: NativeWebSockets | undefined;
  readonly #toWeb: ToWeb;
  #listening: NativeServer | undefined;

  static async create(runtime: 'Bun' | 'Deno', options: EngineOptions): Promise<NativeEngine> {
    const { application, shared } = options;
    const limits = timeLimits(application.serverConfig);
    const bodies = new BodyTimer(limits.request, limits.checkingInterval);
    const log = (error: unknown): void => application.errors.log(error);
    const nativeShared = { ...shared, bodies, log, isDeno: runtime === 'Deno' };
    if (!opensWebSockets(application)) return new NativeEngine(runtime, options, nativeShared);
    const { NativeWebSockets } = await import('./native-web-sockets.ts');
    const sockets = await NativeWebSockets.load(runtime, application, nativeShared);
    return new NativeEngine(runtime, options, nativeShared, sockets);
  }

  private constructor(
    runtime: 'Bun' | 'Deno',
    options: EngineOptions,
    shared: NativeShared,
    sockets?: NativeWebSockets,
  ) {
    this.#runtime = runtime;
    this.#options = options;
    this.#shared = shared;
    this.#sockets = sockets;
    this.#toWeb = (response, { source }) => {
      if (response instanceof UpgradeResponse) throw wrongWebSocket(source);
      return toNative(response, source as NativeSource, shared);
    };
  }

  async listen(): Promise<number> {
    const { address, tls, application, isWorker } = this.#options;
    this.#listening = listenOn(this.#runtime, {
      ...address,
      tls,
      reusePort: isWorker,
      fetch: this.#handler(application),
      websocket: this.#sockets?.handlers,
    });
    return this.#listening.port;
  }

  async stop(_why: StopReason, isGradual: boolean, timeLeft: () => number): Promise<void> {
    const { closing } = this.#shared;
    // The server still accepts requests meanwhile.
    if (isGradual) await new Promise((resolve) => setTimeout(resolve, Math.min(IDLE_GRACE, timeLeft())));
    closing.start();
    const server = this.#listening;
    const isStopped = await isSettled(Promise.resolve(server?.stop()), timeLeft());
    if (!isStopped) await server?.abort();
    await this.#sockets?.allClosed(timeLeft());
  }

  #handler(application: RequestHandler): (request: Request, info: unknown) => Response | Promise<Response> {
    const { files } = this.#options;
    const handle = (source: NativeSource): Response | Promise<Response> => {
      const request = new ServerRequest(source);
      const file = source.rejection === undefined ? files?.find(request) : undefined;
      const responder = file === undefined ? application : respondingWith(file, application);
      return respondAsWeb(responder, request, this.#toWeb);
    };
    const sockets = this.#sockets;
    const receive = (request: Request, info: unknown): Response | Promise<Response> => {
      try {
        if (sockets?.isForWebSocket(request)) return sockets.respond(request, info);
        return handle(new NativeSource(request, info, this.#shared));
      } catch (error) {
        application.errors.log(error);
        return new Response(null, { status: 500 });
      }
    };
    if (application.debug === false) return receive;
    return (request, info) => {
      const isStranger = !new NativeSource(request, info, this.#shared).isLocal;
      return handleFor(isStranger, () => receive(request, info));
    };
  }
}

/** Responds with a file, or with the application if no file has the path. */
function respondingWith(
  file: Promise<HttpResponse | undefined>,
  application: RequestHandler,
): Pick<RequestHandler, 'respond' | 'errors'> {
  return {
    errors: application.errors,
    respond(received) {
      const respond = async (): Promise<HttpResponse> => (await file) ?? application.respond(received);
      return application.observer?.handle?.(application.application, received, respond) ?? respond();
    },
  };
}
