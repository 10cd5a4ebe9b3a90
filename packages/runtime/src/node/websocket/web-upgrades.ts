import type { AdapterInstance, AdapterOptions } from 'crossws';
import type { RequestHandler } from '../../application/request-handler.ts';
import type { WebSocketConfig } from '../../config/config.ts';
import { finalize, toWebResponse } from '../../http/response-body.ts';
import { ServerRequest } from '../../http/server-request.ts';
import { ipOf } from '../../http/platform.ts';
import type { StartWebSocket } from '../../http/upgrade-web-socket.ts';
import { WebSource } from '../../http/web-source.ts';
import { handshakeFault, startWebSocket } from './handshake.ts';
import type { WebApplication } from '../web-application.ts';
import { SocketHooks } from './socket-hooks.ts';
import { socketLimits } from '../socket-limits.ts';
import { handlerOf } from '../connect/handler-of.ts';

/** A request that asks for a WebSocket, as the servers of Bun, Deno and Workers give it. */
class WebHandshakeSource extends WebSource {
  readonly #ip: string | undefined;

  constructor(request: Request, platform: unknown) {
    super(request, request.method, platform);
    // Once the socket is open, the request cannot be asked any more.
    this.#ip = ipOf(platform, request);
    void this.url;
    this.rejection ??= handshakeFault(this);
  }

  override get ip(): string | undefined {
    return this.#ip;
  }

  override get startWebSocket(): StartWebSocket {
    return startWebSocket;
  }
}

/** Answers requests that ask for a WebSocket by an application, and has crossws open the sockets. */
export class WebUpgrades {
  readonly #application: RequestHandler;
  readonly #sockets: SocketHooks;

  /** @throws InvalidArgumentError when it is no application */
  constructor(application: WebApplication) {
    this.#application = handlerOf(application);
    this.#sockets = new SocketHooks(this.#application.errors);
  }

  get limits(): Required<WebSocketConfig> {
    return socketLimits(this.#application.serverConfig);
  }

  /**
   * @param create makes the adapter of the runtime
   * @param leastIdle in seconds: less than that the runtime takes for no limit
   */
  serve<Adapter extends AdapterInstance>(
    create: (options: AdapterOptions) => Adapter,
    leastIdle = 1,
  ): Adapter {
    const { idle_timeout: idle } = this.limits;
    const adapter = create({
      hooks: this.#sockets.hooks,
      getNamespace: () => '/',
      idleTimeout: idle === 0 ? 0 : Math.max(leastIdle, Math.ceil(idle / 1000)),
    });
    this.#sockets.serve(adapter);
    return adapter;
  }

  /** @param open called when the socket is to be opened, with the headers to send with the handshake */
  async answer<Opened>(
    request: Request,
    platform: unknown,
    open: (headers: [string, string][]) => Promise<Opened>,
  ): Promise<Opened | Response> {
    const source = new WebHandshakeSource(request, platform);
    const asked = new ServerRequest(source);
    const { errors } = this.#application;
    try {
      const response = await this.#application.respond(asked);
      if (response.status !== 101) return toWebResponse(finalize(response, request.method));
      return await open(this.#sockets.expect(request, source, response));
    } catch (error) {
      return toWebResponse(finalize(await errors.respond(error, asked), request.method));
    }
  }
}

export function asksForWebSocket({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
}
