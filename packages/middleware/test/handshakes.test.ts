import { request as send } from 'node:http';
import type { WebSocketHooks } from 'fw-runtime';
import { csrf } from 'fw-middleware/csrf';
import { secureHeaders } from 'fw-middleware/secure-headers';
import { expect, test } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

interface Upgrading extends App {
  upgrade(path: string, hooks: WebSocketHooks): unknown;
}

/** The status of the response to a page that opens a WebSocket. */
function open(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const handshake = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const outgoing = send(`${url}/rooms`, { headers: { ...handshake, ...headers } });
  return new Promise((resolve, reject) => {
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}

inBothVariants((kit) => {
  test('pages of the app itself and of trusted origins may open a WebSocket, other pages may not', async () => {
    const app = kit.app([secureHeaders(), csrf({ trusted_origins: ['https://app.test'] })]) as Upgrading;
    // These requests are handled by csrf only.
    app.upgrade('/rooms', { origins: '*' });
    const url = await serve(app);

    expect(await open(url, { Origin: url })).toBe(101);
    expect(await open(url, { Origin: 'https://app.test', 'Sec-Fetch-Site': 'cross-site' })).toBe(101);
    expect(await open(url, { Origin: 'https://evil.test' })).toBe(403);
    expect(await open(url, { Origin: url, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await open(url, {})).toBe(101);
  });
});
