// The entry `fw-runtime/bun`: the WebSockets of an application on the server of Bun.
//
//   Bun.serve({ port: 8080, ...withWebSockets(app) });
import bunAdapter from 'crossws/adapters/bun';
import type { WebApplication } from '../node/web-application.ts';
import { asksForWebSocket, WebUpgrades } from '../node/websocket/web-upgrades.ts';

// In seconds.
const LEAST_IDLE = 8;

/** What of an application `Bun.serve` takes. */
export interface BunHandlers {
  fetch(request: Request, server: unknown): Promise<Response | undefined>;
  readonly websocket: { message(socket: unknown, message: unknown): unknown };
}

/**
 * Makes an application that also opens WebSockets what `Bun.serve` takes.
 *
 * @example Bun.serve({ port: 8080, ...withWebSockets(app) });
 * @throws InvalidArgumentError when it is no application
 */
export function withWebSockets(application: WebApplication): BunHandlers {
  const upgrades = new WebUpgrades(application);
  const adapter = upgrades.serve(bunAdapter, LEAST_IDLE);
  return {
    fetch: (request, server) =>
      asksForWebSocket(request)
        ? upgrades.answer(request, server, () => adapter.handleUpgrade(request, server as never))
        : application.fetch(request, server),
    websocket: { ...adapter.websocket, maxPayloadLength: upgrades.limits.max_payload || Infinity },
  };
}
