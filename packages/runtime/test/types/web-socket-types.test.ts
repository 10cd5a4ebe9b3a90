import type { Message, Peer } from 'crossws';
import { expect, expectTypeOf, test } from 'vitest';
import * as a from '../../src/a/index.ts';
import * as b from '../../src/b/index.ts';
import {
  type ServerRequest,
  upgradeWebSocket,
  type WebSocketMessage,
  type WebSocketPeer,
} from '../../src/index.ts';

// Code that must not compile is marked, and `npm run check:types` fails when it does.

test('the hooks of a socket know the parameters of its path, those of a group among them (S9)', () => {
  for (const app of [new a.Application(), new b.Application()]) {
    app.upgrade('/rooms/{room}[/{seat}]', {
      upgrade: ({ params }) => void expectTypeOf(params).toEqualTypeOf<{ room: string; seat?: string }>(),
      open({ context }) {
        expectTypeOf(context.request).toEqualTypeOf<ServerRequest<{ room: string; seat?: string }>>();
        // @ts-expect-error the path has no such parameter
        void context.request.params.nope;
      },
      async message(peer, message) {
        expectTypeOf(peer.context.request.params.room).toEqualTypeOf<string>();
        expectTypeOf(message.json<number>()).toEqualTypeOf<number>();
      },
    });
    // @ts-expect-error there is no such hook
    app.upgrade('/typo', { mesage: () => {} });
  }
  const app = new b.Application();
  app.group('/v{version}', (group) => {
    group.upgrade('/{room}', {
      open: ({ context }) =>
        expectTypeOf(context.request.params).toEqualTypeOf<{ version: string; room: string }>(),
    });
  });
  expect(app.routes.map(({ path, methods }) => [path, methods])).toEqual([['/v{version}/{room}', ['GET']]]);
});

test('upgradeWebSocket() knows the parameters of its request', () => {
  new b.Application().get('/rooms/{room}', (request) =>
    upgradeWebSocket(request, {
      open: ({ context }) => expectTypeOf(context.request.params).toEqualTypeOf<{ room: string }>(),
    }),
  );
});

test('peers and messages are those of crossws', () => {
  expectTypeOf<Peer>().toExtend<Omit<WebSocketPeer, 'context' | 'peers'>>();
  expectTypeOf<Message>().toExtend<WebSocketMessage>();
});
