// The entry `fw-runtime/bun`: the WebSockets of an application on the server of Bun.
//
//   Bun.serve({ port: 8080, ...withWebSockets(app) });
import bunAdapter from 'crossws/adapters/bun';
import type { WebApplication } from '../node/responder.ts';
import { isForWebSocket, WebUpgrades } from './web-upgrades.ts';

// In seconds.
const LEAST_IDLE = 8;

/** The options of `Bun.serve` that `withWebSockets` returns. */
export interface BunHandlers {
  fetch(request: Request, server: unknown): Promise<Response | undefined>;
  readonly websocket: { message(socket: unknown, message: unknown): unknown };
}

/**
 * Makes options of `Bun.serve` for an application that opens WebSockets.
 *
 * @example Bun.serve({ port: 8080, ...withWebSockets(app) });
 * @throws InvalidArgumentError when it is no application
 */
export function withWebSockets(application: WebApplication): BunHandlers {
  const upgrades = new WebUpgrades(application);
  const adapter = upgrades.serve(bunAdapter, LEAST_IDLE);
  return {
    fetch: (request, server) =>
      isForWebSocket(request)
        ? upgrades.respond(request, server, () => adapter.handleUpgrade(request, server as never))
        : application.fetch(request, server),
    websocket: { ...adapter.websocket, maxPayloadLength: upgrades.limits.max_payload || Infinity },
  };
}
