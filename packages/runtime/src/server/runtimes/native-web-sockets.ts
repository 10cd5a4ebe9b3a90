import type { AdapterInstance, AdapterOptions } from 'crossws';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { respondAsWeb, type ToWeb } from '../../kernel/application/pipe-handler.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse, type UpgradeSource } from '../../kernel/http/upgrade-web-socket.ts';
import { AT_SHUTDOWN, loadAdapter, SocketHooks, socketLimits } from '../node/websocket/socket-hooks.ts';
import { handshakeError, startWebSocket } from '../node/websocket/start-web-socket.ts';
import { toNative } from './native-response.ts';
import { type NativeShared, NativeSource } from './native-source.ts';

// In seconds: Bun takes a shorter time for no limit.
const LEAST_IDLE_ON_BUN = 8;

/** The adapter of a runtime: the handshake, and on Bun the handlers of the server. */
interface Adapter extends AdapterInstance {
  handleUpgrade(request: Request, info: unknown): Promise<Response | undefined>;
  readonly websocket?: object;
}

/** A request for a WebSocket. */
class NativeHandshake extends NativeSource implements UpgradeSource {
  readonly startWebSocket: UpgradeSource['startWebSocket'] = startWebSocket;
  readonly #ip: string | undefined;

  constructor(request: Request, info: unknown, shared: NativeShared) {
    super(request, info, shared);
    // Once the socket is open, the request can't be read any more.
    this.#ip = super.ip;
    void this.url;
    this.rejection ??= handshakeError(this);
  }

  override get ip(): string | undefined {
    return this.#ip;
  }
}

/** Opens the WebSockets of an application on the server of Bun or Deno, with crossws. */
export class NativeWebSockets {
  readonly #application: RequestHandler;
  readonly #shared: NativeShared;
  readonly #sockets: SocketHooks;
  readonly #adapter: Adapter;

  /** @throws {@link MissingDependencyError} without crossws */
  static async load(
    runtime: 'Bun' | 'Deno',
    application: RequestHandler,
    shared: NativeShared,
  ): Promise<NativeWebSockets> {
    return new NativeWebSockets(runtime, await adapterOf(runtime), application, shared);
  }

  private constructor(
    runtime: 'Bun' | 'Deno',
    createAdapter: (options: AdapterOptions) => Adapter,
    application: RequestHandler,
    shared: NativeShared,
  ) {
    this.#application = application;
    this.#shared = shared;
    this.#sockets = new SocketHooks(application.errors);
    const { idle_timeout: idle } = socketLimits(application.serverConfig);
    const least = runtime === 'Bun' ? LEAST_IDLE_ON_BUN : 1;
    this.#adapter = createAdapter({
      hooks: this.#sockets.hooks,
      getNamespace: () => '/',
      idleTimeout: idle === 0 ? 0 : Math.max(least, Math.ceil(idle / 1000)),
    });
    this.#sockets.serve(this.#adapter);
  }

  /** The handlers that `Bun.serve` needs. */
  get handlers(): object | undefined {
    const { max_payload: limit } = socketLimits(this.#application.serverConfig);
    const { websocket } = this.#adapter;
    return websocket && { ...websocket, maxPayloadLength: limit || Infinity };
  }

  isForWebSocket({ method, headers }: Request): boolean {
    return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
  }

  /** Responds to a handshake. On Bun, the promise is resolved with undefined when the socket is open. */
  respond(request: Request, info: unknown): Response | Promise<Response> {
    const source = new NativeHandshake(request, info, this.#shared);
    const toWeb: ToWeb = (response) =>
      response instanceof UpgradeResponse
        ? this.#open(request, info, source, response)
        : toNative(response, source, this.#shared);
    return respondAsWeb(this.#application, new ServerRequest(source), toWeb);
  }

  async #open(
    request: Request,
    info: unknown,
    source: NativeSource,
    response: UpgradeResponse,
  ): Promise<Response> {
    const headers = this.#sockets.expect(request, source, response, (peer) =>
      this.#shared.closing.onStart(() => peer.close(...AT_SHUTDOWN)),
    );
    const opened = await this.#adapter.handleUpgrade(request, info);
    // Deno drops the headers that it gets before the handshake.
    if ('Deno' in globalThis) for (const [name, value] of headers) opened?.headers.append(name, value);
    return opened as Response;
  }

  /** @returns when every hook `close` has ended, or the time, in milliseconds, is over */
  allClosed(time: number): Promise<void> {
    return this.#sockets.allClosed(time);
  }
}

async function adapterOf(runtime: 'Bun' | 'Deno'): Promise<(options: AdapterOptions) => Adapter> {
  const create = await loadAdapter<unknown>(() =>
    runtime === 'Bun' ? import('crossws/adapters/bun') : import('crossws/adapters/deno'),
  );
  return create as (options: AdapterOptions) => Adapter;
}
