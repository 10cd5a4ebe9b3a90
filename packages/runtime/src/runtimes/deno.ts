// The entry `fw-runtime/deno`: the WebSockets of an application on the server of Deno.
//
//   Deno.serve(withWebSockets(app).fetch);
import denoAdapter from 'crossws/adapters/deno';
import type { WebApplication } from '../node/responder.ts';
import { isForWebSocket, WebUpgrades } from './web-upgrades.ts';

/** The handler of `Deno.serve`. */
export interface DenoHandlers {
  fetch(request: Request, info: unknown): Promise<Response>;
}

/**
 * Makes a handler of `Deno.serve` for an application that opens WebSockets.
 *
 * @example Deno.serve(withWebSockets(app).fetch);
 * @throws InvalidArgumentError when it is no application
 */
export function withWebSockets(application: WebApplication): DenoHandlers {
  const upgrades = new WebUpgrades(application);
  const adapter = upgrades.serve(denoAdapter);
  return {
    async fetch(request, info) {
      if (!isForWebSocket(request)) return application.fetch(request, info);
      return upgrades.respond(request, info, async (headers) => {
        const response = (await adapter.handleUpgrade(request, info as never)) as Response;
        // Deno drops the headers that it gets before the handshake.
        for (const [name, value] of headers) response.headers.append(name, value);
        return response;
      });
    },
  };
}
