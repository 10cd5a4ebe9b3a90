import type { AdapterInstance, AdapterOptions } from 'crossws';
import type { RequestHandler } from '../application/request-handler.ts';
import type { WebSocketConfig } from '../config/config.ts';
import { finalize, toWebResponse } from '../http/response-body.ts';
import { ipOf } from '../http/platform.ts';
import { ServerRequest } from '../http/server-request.ts';
import { UpgradeResponse, type UpgradeSource } from '../http/upgrade-web-socket.ts';
import { WebSource } from '../http/web-source.ts';
import { handlerOf, type WebApplication } from '../node/responder.ts';
import { SocketHooks, socketLimits } from '../node/websocket/socket-hooks.ts';
import { handshakeError, startWebSocket } from '../node/websocket/start-web-socket.ts';

/** A request for a WebSocket, as the servers of Bun, Deno and Workers pass it. */
class WebHandshakeSource extends WebSource implements UpgradeSource {
  readonly startWebSocket: UpgradeSource['startWebSocket'] = startWebSocket;
  readonly #ip: string | undefined;

  constructor(request: Request, platform: unknown) {
    super(request, request.method, platform);
    // Once the socket is open, the request can't be read any more.
    this.#ip = ipOf(platform, request);
    void this.url;
    this.rejection ??= handshakeError(this);
  }

  override get ip(): string | undefined {
    return this.#ip;
  }
}

/** Handles the requests for a WebSocket with an application, and opens the sockets with crossws. */
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
   * @param create creates the adapter of the runtime
   * @param leastIdle in seconds: the runtime takes a shorter time for no limit
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

  /** @param open opens the socket, with the headers to send with the handshake */
  async respond<Opened>(
    request: Request,
    platform: unknown,
    open: (headers: [string, string][]) => Promise<Opened>,
  ): Promise<Opened | Response> {
    const source = new WebHandshakeSource(request, platform);
    const received = new ServerRequest(source);
    try {
      const response = await this.#application.respond(received);
      if (response instanceof UpgradeResponse) {
        return await open(this.#sockets.expect(request, source, response));
      }
      return toWebResponse(finalize(response, request.method));
    } catch (error) {
      const response = await this.#application.errors.respond(error, received);
      return toWebResponse(finalize(response, request.method));
    }
  }
}

export function isForWebSocket({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
}
