import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { TextResponse } from '../../../../src/index.ts';
import {
  attachWebSockets,
  fromConnect,
  type NodeApplication,
  toNodeHandler,
} from '../../../../src/server/node/index.ts';
import { inBothVariants } from '../../../cases/kit.ts';
import { ask } from '../../../support/serve.ts';
import { openSocket, refusal } from '../../../support/web-socket-client.ts';

async function listen(server: Server): Promise<{ url: string; port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

inBothVariants((kit) => {
  function echoing() {
    const app = kit.routed();
    app.upgrade('/echo', { message: (peer, message) => peer.send(message.text()) });
    app.get(
      '/page',
      kit.handler(() => new TextResponse('page')),
    );
    return app;
  }

  test('an application opens WebSockets on another server, and closes them when it is closed (S9)', async () => {
    const app = echoing();
    const stopping = new AbortController();
    const server = createServer(toNodeHandler(app));
    await attachWebSockets(server, app, { closing: stopping.signal });
    const at = await listen(server);
    const { socket, told, closed } = await openSocket(at, '/echo');
    socket.send('hello');
    expect(await told()).toBe('hello');
    expect((await ask(at, { path: '/page' })).body).toBe('page');
    expect((await refusal(at, '/nowhere')).status).toBe(404);
    stopping.abort();
    expect((await closed).code).toBe(1001);
  });

  test("opens no WebSocket for a spelling that a guard in front doesn't know (P1)", async () => {
    const app = echoing();
    const server = createServer(toNodeHandler(app));
    await attachWebSockets(server, app);
    const at = await listen(server);
    for (const path of ['/%65cho', '/x/../echo', '/./echo', '/echo#', 'http://localhost/echo']) {
      expect([path, (await refusal(at, path)).status]).toEqual([path, 400]);
    }
  });

  test('upgrades that the application does not handle are left to other listeners', async () => {
    const app = echoing();
    const server = createServer(toNodeHandler(app));
    const other = new WebSocketServer({ noServer: true });
    other.on('connection', (socket) => socket.send('other'));
    server.on('upgrade', (incoming, socket, head) => {
      if (incoming.url === '/other') {
        other.handleUpgrade(incoming, socket, head, (opened) => other.emit('connection', opened));
      }
    });
    await attachWebSockets(server, app);
    const at = await listen(server);
    expect(await (await openSocket(at, '/other')).told()).toBe('other');
    const { socket, told } = await openSocket(at, '/echo');
    socket.send('hello');
    expect(await told()).toBe('hello');
  });

  test('headers that middleware of Connect sets are sent with the handshake', async () => {
    const app = kit.app();
    app.pipe(
      fromConnect((_incoming, outgoing, next) => {
        outgoing.setHeader('X-Connect', '1');
        next();
      }) as never,
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.upgrade('/echo', {});
    const server = createServer(toNodeHandler(app));
    await attachWebSockets(server, app);
    const { headers } = await openSocket(await listen(server), '/echo');
    expect(headers['x-connect']).toBe('1');
  });

  test('a value that is not an application is rejected', async () => {
    const server = createServer();
    await expect(attachWebSockets(server, {} as NodeApplication)).rejects.toThrow(
      'The argument application must be an application of fw-runtime/a or fw-runtime/b',
    );
  });
});
