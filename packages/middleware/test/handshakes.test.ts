import { request as ask } from 'node:http';
import type { WebSocketHooks } from 'fw-runtime';
import { csrf } from 'fw-middleware/csrf';
import { secureHeaders } from 'fw-middleware/secure-headers';
import { expect, test } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

interface Upgrading extends App {
  upgrade(path: string, hooks: WebSocketHooks): unknown;
}

/** The status of the answer to a page that opens a WebSocket. */
function open(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const handshake = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const asking = ask(`${url}/rooms`, { headers: { ...handshake, ...headers } });
  return new Promise((resolve, reject) => {
    asking.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asking.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asking.on('error', reject).end();
  });
}

inBothVariants((kit) => {
  test('pages of the site itself and of trusted ones may open a WebSocket, those of others may not', async () => {
    const app = kit.app([secureHeaders(), csrf({ trusted_origins: ['https://app.test'] })]) as Upgrading;
    // Left to csrf alone.
    app.upgrade('/rooms', { origins: '*' });
    const url = await serve(app);

    expect(await open(url, { Origin: url })).toBe(101);
    expect(await open(url, { Origin: 'https://app.test', 'Sec-Fetch-Site': 'cross-site' })).toBe(101);
    expect(await open(url, { Origin: 'https://evil.test' })).toBe(403);
    expect(await open(url, { Origin: url, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await open(url, {})).toBe(101);
  });
});
