// The entry `fw-runtime/deno`: the WebSockets of an application on the server of Deno.
//
//   Deno.serve(withWebSockets(app).fetch);
import denoAdapter from 'crossws/adapters/deno';
import type { WebApplication } from '../node/web-application.ts';
import { asksForWebSocket, WebUpgrades } from '../node/websocket/web-upgrades.ts';

/** What of an application `Deno.serve` takes. */
export interface DenoHandlers {
  fetch(request: Request, info: unknown): Promise<Response>;
}

/**
 * Makes an application that also opens WebSockets what `Deno.serve` takes.
 *
 * @example Deno.serve(withWebSockets(app).fetch);
 * @throws InvalidArgumentError when it is no application
 */
export function withWebSockets(application: WebApplication): DenoHandlers {
  const upgrades = new WebUpgrades(application);
  const adapter = upgrades.serve(denoAdapter);
  return {
    async fetch(request, info) {
      if (!asksForWebSocket(request)) return application.fetch(request, info);
      return upgrades.answer(request, info, async (headers) => {
        const response = (await adapter.handleUpgrade(request, info as never)) as Response;
        // Deno leaves out those that it is given before.
        for (const [name, value] of headers) response.headers.append(name, value);
        return response;
      });
    },
  };
}
