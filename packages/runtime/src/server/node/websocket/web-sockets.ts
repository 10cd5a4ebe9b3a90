import type { Server, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type nodeAdapter from 'crossws/adapters/node';
import type { RequestHandler } from '../../../kernel/application/request-handler.ts';
import type { UpgradeResponse } from '../../../kernel/http/upgrade-web-socket.ts';
import type { NodeApplication, NodeHandlerOptions } from '../connect/to-node-handler.ts';
import { createDebugListener } from '../debug-listener.ts';
import type { NodeSource, ServerShared } from '../node-source.ts';
import { ShutdownSignal } from '../process/lifecycle.ts';
import { requestHandlerOf } from '../request-handler-of.ts';
import { AT_SHUTDOWN, loadAdapter, SocketHooks, socketLimits } from './socket-hooks.ts';
import {
  HandshakeSource,
  isForWebSocket,
  onUpgrade,
  replayWithoutUpgrade,
  responseOn,
  UpgradeHead,
} from './upgrade-requests.ts';

type NodeAdapter = ReturnType<typeof nodeAdapter>;

/**
 * Opens the WebSockets of an application on a server that is not created by `run()`, beside `toNodeHandler(app)` for
 * the other requests. Other listeners may handle upgrades too: upgrades that the application doesn't handle are left to
 * them.
 *
 * @param server Node's server
 * @param application the application that has the routes
 * @param options the platform, and the signal `closing`, which also closes open sockets; none when absent
 * @returns a promise that resolves when the server can open WebSockets
 * @throws {@link MissingDependencyError} when crossws is not installed
 * @throws {@link InvalidArgumentError} when `application` isn't an application
 * @example await attachWebSockets(server, app);
 */
export async function attachWebSockets(
  server: Server | HttpsServer | Http2SecureServer,
  application: NodeApplication,
  { platform, closing }: NodeHandlerOptions = {},
): Promise<void> {
  const sockets = await WebSockets.load(requestHandlerOf(application));
  const shared = { closing: ShutdownSignal.from(closing), joined: true, strictPaths: true };
  sockets.attachTo(server as Server, { ...shared, ...(platform !== undefined && { platform }) });
}

/** Opens the WebSockets of a server with crossws. */
export class WebSockets {
  readonly #application: RequestHandler;
  readonly #sockets: SocketHooks;
  readonly #adapter: NodeAdapter;
  /** The bytes after the headers of each request whose socket may be opened. */
  readonly #heads = new WeakMap<ServerResponse, Pick<UpgradeHead, 'take'>>();

  /** @throws {@link MissingDependencyError} without crossws */
  static async load(application: RequestHandler): Promise<WebSockets> {
    return new WebSockets(application, await loadAdapter(() => import('crossws/adapters/node')));
  }

  private constructor(application: RequestHandler, createAdapter: typeof nodeAdapter) {
    const { max_payload: maxPayload, idle_timeout: idleTimeout } = socketLimits(application.serverConfig);
    this.#application = application;
    this.#sockets = new SocketHooks(application.errors);
    this.#adapter = createAdapter({
      hooks: this.#sockets.hooks,
      getNamespace: () => '/',
      idleTimeout: idleTimeout / 1000,
      serverOptions: { maxPayload },
    });
    this.#sockets.serve(this.#adapter);
  }

  /**
   * Sockets are closed when `shared.closing` starts. Upgrades to other protocols are ordinary requests of the server. When other
   * listeners handle upgrades too, those that the application doesn't handle are left to them.
   */
  attachTo(server: Server & { shouldUpgradeCallback?: unknown }, shared: ServerShared): void {
    const listener = createDebugListener(this.#application, {
      ...shared,
      files: undefined,
      Source: HandshakeSource,
      openWebSocket: (response, source, outgoing) => this.#open(response, source, outgoing, shared),
    });
    const isAlone = (): boolean => server.listenerCount('upgrade') === 1;
    onUpgrade(server, (incoming, socket, head) => {
      if (isForWebSocket(incoming)) {
        const outgoing = responseOn(socket, incoming);
        // Other listeners must get an unread socket.
        this.#heads.set(outgoing, isAlone() ? new UpgradeHead(socket, head) : { take: () => head });
        listener(incoming, outgoing, isAlone() ? undefined : () => outgoing.detachSocket(socket));
      } else if (isAlone()) replayWithoutUpgrade(server, incoming, socket, head);
    });
    if ('shouldUpgradeCallback' in server && isAlone()) server.shouldUpgradeCallback = isForWebSocket;
    server.once('close', () => void this.#adapter.close());
  }

  /** @returns when every hook `close` has ended, or the time, in milliseconds, is over */
  allClosed(time: number): Promise<void> {
    return this.#sockets.allClosed(time);
  }

  #open(response: UpgradeResponse, source: NodeSource, outgoing: ServerResponse, shared: ServerShared): void {
    const { req: incoming } = outgoing;
    const { socket } = incoming;
    const web = source.toWeb();
    this.#sockets.expect(web, source, response, (peer) => {
      shared.closing.during(outgoing, () => peer.close(...AT_SHUTDOWN));
    });
    outgoing.detachSocket(socket);
    const head = this.#heads.get(outgoing)?.take() ?? Buffer.alloc(0);
    this.#adapter.handleUpgrade(incoming, socket, head, web).catch((error: unknown) => {
      this.#application.errors.log(error);
      socket.destroy();
    });
  }
}
