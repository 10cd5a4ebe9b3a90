import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { type ServerRequest, TextResponse } from 'fw-runtime';
import { requestLogOf } from '../../src/recorder/request-log.ts';
import { inBothVariants } from '../../../runtime/test/cases/kit.ts';
import { serve } from '../../../runtime/test/support/serve.ts';
import { developerHeader } from '../support/developer.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const REQUESTS = 1500;
const AT_ONCE = 20;
// The last requests of each connection may still be referenced.
const MOST_ALIVE = 10 * AT_ONCE;

inBothVariants(
  (kit) => {
    test('the last hundred records are kept, and none of the requests (P9)', async () => {
      const seen: WeakRef<ServerRequest>[] = [];
      const app = kit.routed({ debug: true, log: () => {} });
      app.any(
        '/post/{id}',
        kit.handler(async (given) => {
          seen.push(new WeakRef(given));
          const text = await given.text();
          if (given.params.id === '7') throw new Error(text);
          return new TextResponse(text);
        }),
      );
      const { port } = await serve(app);
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
      onTestFinished(() => agent.destroy());
      let asked = 0;
      const askOn = async (): Promise<void> => {
        while (asked < REQUESTS) await post(agent, port, `/post/${asked++ % 50}`);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, askOn));

      const recorder = requestLogOf(app);
      expect(seen).toHaveLength(REQUESTS);
      expect(recorder.list()).toHaveLength(100);
      expect(recorder.size).toBeLessThanOrEqual(5_000_000);
      await collected(seen);
    });
  },
  ['full'],
);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Waits until the garbage collector has collected nearly all. */
async function collected(refs: readonly WeakRef<object>[]): Promise<void> {
  // Reading a WeakRef keeps its target until the end of the turn.
  for (let turn = 0; turn < 20 && alive(refs) > MOST_ALIVE; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(alive(refs)).toBeLessThanOrEqual(MOST_ALIVE);
}

function alive(refs: readonly WeakRef<object>[]): number {
  return refs.filter((ref) => ref.deref() !== undefined).length;
}

const headers = developerHeader();

function post(agent: Agent, port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (incoming) => {
      incoming.resume().once('end', resolve);
    })
      .once('error', reject)
      .end('x'.repeat(500));
  });
}
