import type { ServerRequest } from 'fw-runtime';

/** Whether a request opens a WebSocket. */
export function opensWebSocket(request: ServerRequest): boolean {
  return /\bwebsocket\b/i.test(request.header('upgrade') ?? '');
}
