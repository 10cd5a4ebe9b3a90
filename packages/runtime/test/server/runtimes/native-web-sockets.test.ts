import { expect, onTestFinished, test, vi } from 'vitest';
import { TextResponse } from '../../../src/index.ts';
import { ShutdownSignal } from '../../../src/server/node/process/lifecycle.ts';
import { BodyTimer } from '../../../src/server/runtimes/body-timer.ts';
import { nativeWebSockets } from '../../../src/server/runtimes/native-web-sockets.ts';
import { inBothVariants } from '../../cases/kit.ts';

const HANDSHAKE = {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

// The runtimes tests open sockets on Deno itself.
inBothVariants((kit) => {
  async function open() {
    const upgradeWebSocket = vi.fn(() => ({ socket: new EventTarget(), response: new Response('opened') }));
    vi.stubGlobal('Deno', { upgradeWebSocket });
    onTestFinished(() => void vi.unstubAllGlobals());
    const app = kit.app();
    app.pipe(kit.around((response) => response.withHeader('X-Outer', 'yes')));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/socket', {});
    app.any(
      '/page',
      kit.handler(() => new TextResponse('page')),
    );
    const shared = {
      closing: new ShutdownSignal(),
      bodies: new BodyTimer(0, 1000),
      isDeno: true,
      log: () => {},
    };
    const sockets = await nativeWebSockets('Deno', app.requestHandler, shared);
    const send = (path: string, init: RequestInit) => {
      const request = new Request(`http://localhost${path}`, init);
      return sockets.respond(request, {}) ?? app.fetch(request);
    };
    return { send, upgradeWebSocket };
  }

  test.each<[string, string]>([
    ['Upgrade: websocket', 'websocket'],
    ['Upgrade in other letters', 'WebSocket'],
  ])(
    'Deno opens the WebSocket of a route, with the headers of the middleware around it: %s (S9)',
    async (_what, upgrade) => {
      const { send, upgradeWebSocket } = await open();
      const response = await send('/socket', { headers: { ...HANDSHAKE, Upgrade: upgrade } });
      expect([await response.text(), response.headers.get('x-outer')]).toEqual(['opened', 'yes']);
      expect(upgradeWebSocket).toHaveBeenCalledTimes(1);
    },
  );

  test.each<[string, string, RequestInit, number]>([
    ['a request without Upgrade', '/page', {}, 200],
    ['an upgrade to something else', '/page', { headers: { ...HANDSHAKE, Upgrade: 'h2c' } }, 200],
    ['a POST', '/page', { method: 'POST', headers: HANDSHAKE }, 200],
    ['a handshake for a page', '/page', { headers: HANDSHAKE }, 200],
    ['a handshake for nothing', '/nowhere', { headers: HANDSHAKE }, 404],
    ['a malformed handshake', '/socket', { headers: { ...HANDSHAKE, 'Sec-WebSocket-Key': 'x' } }, 400],
    ['a page of another origin', '/socket', { headers: { ...HANDSHAKE, Origin: 'http://other' } }, 403],
    ['a request for a socket without Upgrade', '/socket', {}, 426],
  ])('Deno opens nothing for %s (S9)', async (_what, path, init, status) => {
    const { send, upgradeWebSocket } = await open();
    const response = await send(path, init);
    expect(response.status).toBe(status);
    expect((await response.text()).startsWith('page')).toBe(status === 200);
    expect(upgradeWebSocket).not.toHaveBeenCalled();
  });
});
