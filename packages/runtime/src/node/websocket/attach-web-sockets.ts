import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import { closingOn, type NodeApplication, type NodeHandlerOptions } from '../connect/to-node-handler.ts';
import { handlerOf } from '../connect/handler-of.ts';
import { WebSockets } from './web-sockets.ts';

/**
 * Opens the WebSockets of an application on somebody else's server, beside `toNodeHandler(app)`, which answers the other requests.
 * Others may listen for upgrades too: what the application does not answer is left to them.
 *
 * @param options `closing` also closes open sockets
 * @throws MissingDependencyError without crossws, InvalidArgumentError when it is no application
 * @example await attachWebSockets(server, app);
 */
export async function attachWebSockets(
  server: Server | HttpsServer | Http2SecureServer,
  application: NodeApplication,
  { platform, closing }: NodeHandlerOptions = {},
): Promise<void> {
  const sockets = await WebSockets.load(handlerOf(application));
  const shared = { closing: closingOn(closing), joined: true };
  sockets.attachTo(server as Server, { ...shared, ...(platform !== undefined && { platform }) });
}
