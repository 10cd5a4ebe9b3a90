import type { AdapterInstance, AdapterOptions } from 'crossws';
import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { respondAsWeb, type ToWeb } from '../../kernel/application/pipe-handler.ts';
import { ServerRequest } from '../../kernel/http/server-request.ts';
import { UpgradeResponse } from '../../kernel/http/upgrade-web-socket.ts';
import { AT_SHUTDOWN, loadAdapter, SocketHooks, socketLimits } from '../node/websocket/socket-hooks.ts';
import { forHandshakes } from '../node/websocket/start-web-socket.ts';
import { toNative } from './native-response.ts';
import { type NativeShared, NativeSource } from './native-source.ts';

// In seconds: Bun takes a shorter time for no limit.
const LEAST_IDLE_ON_BUN = 8;

/** The adapter of a runtime: the handshake, and on Bun the handlers of the server. */
interface Adapter extends AdapterInstance {
  handleUpgrade(request: Request, info: unknown): Promise<Response | undefined>;
  readonly websocket?: object;
}

/** The WebSockets of an application on the server of Bun or Deno. */
export interface NativeWebSockets extends Pick<SocketHooks, 'allClosed'> {
  /** The handlers that `Bun.serve` needs. */
  readonly handlers: object | undefined;
  /**
   * Responds to a handshake. On Bun, the promise is resolved with undefined when the socket is open.
   *
   * @returns undefined for any other request
   */
  respond(request: Request, info: unknown): Response | Promise<Response> | undefined;
}

/**
 * Opens WebSockets with crossws.
 *
 * @throws {@link MissingDependencyError} without crossws
 */
export async function nativeWebSockets(
  runtime: 'Bun' | 'Deno',
  application: RequestHandler,
  shared: NativeShared,
): Promise<NativeWebSockets> {
  const createAdapter = (await loadAdapter<unknown>(() =>
    runtime === 'Bun' ? import('crossws/adapters/bun') : import('crossws/adapters/deno'),
  )) as (options: AdapterOptions) => Adapter;
  const { idle_timeout: idle, max_payload: limit } = socketLimits(application.serverConfig);
  const least = runtime === 'Bun' ? LEAST_IDLE_ON_BUN : 1;
  const idleTimeout = idle === 0 ? 0 : Math.max(least, Math.ceil(idle / 1000));
  const sockets = new SocketHooks(application.errors, (hooks) => createAdapter({ ...hooks, idleTimeout }));
  const { adapter } = sockets;
  const handler = forHandshakes(application);

  async function open(
    request: Request,
    info: unknown,
    source: NativeSource,
    response: UpgradeResponse,
  ): Promise<Response> {
    const headers = sockets.expect(request, source, response, (peer) =>
      shared.closing.onStart(() => peer.close(...AT_SHUTDOWN)),
    );
    const opened = await adapter.handleUpgrade(request, info);
    // Deno drops the headers that it gets before the handshake.
    if ('Deno' in globalThis) for (const [name, value] of headers) opened?.headers.append(name, value);
    return opened as Response;
  }

  return {
    handlers: adapter.websocket && { ...adapter.websocket, maxPayloadLength: limit || Infinity },
    respond(request, info) {
      const { method, headers } = request;
      if (method !== 'GET' || headers.get('upgrade')?.toLowerCase() !== 'websocket') return undefined;
      const source = new NativeSource(request, info, shared);
      // Once the socket is open, the request can't be read any more.
      void [source.ip, source.url];
      const toWeb: ToWeb = (response) =>
        response instanceof UpgradeResponse
          ? open(request, info, source, response)
          : toNative(response, source, shared);
      return respondAsWeb(handler, new ServerRequest(source), toWeb);
    },
    allClosed: (time) => sockets.allClosed(time),
  };
}
