import type { Hooks, Peer } from 'crossws';
import { expect, test } from 'vitest';
import { ServerRequest } from '../../../src/index.ts';
import { startWebSocket } from '../../../src/server/node/websocket/start-web-socket.ts';
import { SocketHooks } from '../../../src/server/node/websocket/socket-hooks.ts';

// crossws keeps an entry for each path that was ever requested, and clients choose the paths.
test('what crossws keeps for a path is dropped with the last socket of the path (S9)', async () => {
  const peers = new Map<string, Set<Peer>>();
  let hooks: Partial<Hooks> = {};
  const sockets = new SocketHooks({ log: () => {} }, (options) => {
    hooks = options.hooks ?? {};
    return { peers };
  });
  const open = async (path: string): Promise<Peer> => {
    const request = new ServerRequest(path);
    const web = request.toWeb();
    sockets.expect(web, request.source, await startWebSocket(request, {}));
    const peer = (await hooks.upgrade?.(web)) as unknown as Peer;
    peers.set(path, (peers.get(path) ?? new Set()).add(peer));
    await hooks.open?.(peer);
    return peer;
  };
  const close = async (peer: Peer): Promise<void> => {
    peers.get(peer.namespace)?.delete(peer);
    await hooks.close?.(peer, {});
  };

  const [one, other, third] = [await open('/a'), await open('/a'), await open('/b')];
  await close(one);
  expect([...peers.keys()]).toEqual(['/a', '/b']);
  await close(other);
  expect([...peers.keys()]).toEqual(['/b']);
  await close(third);
  expect(peers.size).toBe(0);
});
