import type { Server, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { RequestHandler } from '../../../kernel/application/request-handler.ts';
import type { NodeApplication, NodeHandlerOptions } from '../connect/to-node-handler.ts';
import { createDebugListener } from '../debug-listener.ts';
import { lastResponse } from '../exchange.ts';
import type { ServerShared } from '../node-source.ts';
import { ShutdownSignal } from '../process/lifecycle.ts';
import { requestHandlerOf } from '../request-handler-of.ts';
import { AT_SHUTDOWN, loadAdapter, SocketHooks, socketLimits } from './socket-hooks.ts';
import { forHandshakes } from './start-web-socket.ts';
import { bufferHead, isForWebSocket, onUpgrade, replayWithoutUpgrade } from './upgrade-requests.ts';

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
  const shared = { closing: ShutdownSignal.from(closing), joined: true, strictPaths: true, platform };
  await serveWebSockets(server as Server, requestHandlerOf(application), shared);
}

/** The open sockets of a server. This module exports no type of crossws, because an app may not have installed it. */
export interface OpenSockets {
  /** @returns when the hook `close` of each socket has ended, or the time, in milliseconds, is over */
  allClosed(time: number): Promise<void>;
}

/**
 * Opens the WebSockets of an application with crossws. Sockets are closed when `shared.closing` starts. Upgrades to other protocols
 * are ordinary requests of the server. When other listeners handle upgrades too, those that the application doesn't handle are left
 * to them.
 *
 * @throws {@link MissingDependencyError} without crossws
 */
export async function serveWebSockets(
  server: Server & { shouldUpgradeCallback?: unknown },
  application: RequestHandler,
  shared: ServerShared,
): Promise<OpenSockets> {
  const { errors, serverConfig } = application;
  const { max_payload: maxPayload, idle_timeout: idleTimeout } = socketLimits(serverConfig);
  const createAdapter = await loadAdapter(() => import('crossws/adapters/node'));
  const options = { idleTimeout: idleTimeout / 1000, serverOptions: { maxPayload } };
  const sockets = new SocketHooks(errors, (hooks) => createAdapter({ ...hooks, ...options }));
  /** Return the bytes after the headers of each request whose socket may be opened. */
  const heads = new WeakMap<ServerResponse, () => Buffer>();
  const openWebSocket: ServerShared['openWebSocket'] = (response, source, outgoing) => {
    const { req: incoming } = outgoing;
    const { socket } = incoming;
    const web = source.toWeb();
    sockets.expect(web, source, response, (peer) => {
      shared.closing.during(outgoing, () => peer.close(...AT_SHUTDOWN));
    });
    outgoing.detachSocket(socket);
    const head = heads.get(outgoing)?.() ?? Buffer.alloc(0);
    sockets.adapter.handleUpgrade(incoming, socket, head, web).catch((error: unknown) => {
      errors.log(error);
      socket.destroy();
    });
  };
  const listener = createDebugListener(forHandshakes(application), {
    ...shared,
    openWebSocket,
  });
  const isAlone = (): boolean => server.listenerCount('upgrade') === 1;
  onUpgrade(server, (incoming, socket, head) => {
    if (isForWebSocket(incoming)) {
      const outgoing = lastResponse(socket, incoming);
      socket.once('close', () => outgoing.emit('close'));
      // Other listeners must get an unread socket.
      heads.set(outgoing, isAlone() ? bufferHead(socket, head) : () => head);
      listener(incoming, outgoing, isAlone() ? undefined : () => outgoing.detachSocket(socket));
    } else if (isAlone()) replayWithoutUpgrade(server, incoming, socket, head);
  });
  if ('shouldUpgradeCallback' in server && isAlone()) server.shouldUpgradeCallback = isForWebSocket;
  server.once('close', () => void sockets.adapter.close());
  return sockets;
}
