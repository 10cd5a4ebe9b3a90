import { InvalidArgumentError } from '../errors/coded-errors.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { upgradeWebSocket } from '../http/upgrade-web-socket.ts';
import type { WebSocketHooks } from '../http/web-socket-hooks.ts';

/** The middleware of a route made by `upgrade`, in both variants. A server that finds one makes ready to open WebSockets. */
export class WebSocketRoute {
  static get name(): string {
    return 'WebSocket';
  }

  readonly #hooks: WebSocketHooks<never>;

  /** @throws InvalidArgumentError when the hooks are no map */
  constructor(path: string, hooks: WebSocketHooks<never>) {
    if (typeof hooks !== 'object' || hooks === null) {
      throw new InvalidArgumentError(
        `hooks of ${path}`,
        'a map such as { message(peer, message) {} }',
        hooks,
      );
    }
    this.#hooks = hooks;
  }

  process(request: ServerRequest<never>): Promise<HttpResponse> {
    return upgradeWebSocket(request, this.#hooks);
  }
}
