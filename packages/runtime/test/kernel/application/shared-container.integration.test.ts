import { expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { startChild } from '../../support/child-process.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';

class Db {
  isOpen = true;
  readonly #disposals: string[];

  constructor(disposals: string[]) {
    this.#disposals = disposals;
  }

  dispose(): void {
    this.isOpen = false;
    this.#disposals.push('db');
  }
}

inBothVariants((kit) => {
  /** A container with two applications, and how often its database was closed. */
  function twoApplications() {
    const disposals: string[] = [];
    const container = new ServiceManager({
      factories: {
        Db: () => new Db(disposals),
        First: (given) => kit.create(given),
        Second: (given) => kit.create(given),
      },
    });
    type Application = ReturnType<typeof kit.create>;
    const [first, second] = [container.get<Application>('First'), container.get<Application>('Second')];
    const held = deferred();
    const released = deferred();
    for (const app of [first, second]) {
      app.pipe(
        kit.handler(async () => {
          const db = container.get<Db>('Db');
          held.resolve();
          await released.promise;
          return new TextResponse(db.isOpen ? 'open' : 'closed');
        }),
      );
    }
    return { first, second, disposals, held, released };
  }

  test.for(['of one application', 'of two applications over one container'])(
    'the last of two servers %s disposes of the container (S1, S4)',
    async (what) => {
      const { first, second, disposals, held, released } = twoApplications();
      const servers = [await serve(first), await serve(what === 'of one application' ? first : second)];
      const answer = ask(servers[1] as { port: number });
      await held.promise;
      const closing = servers[1]?.close();
      await servers[0]?.close();
      expect(disposals).toEqual([]);
      released.resolve();
      expect((await answer).body).toBe('open');
      await closing;
      expect(disposals).toEqual(['db']);
    },
  );
});

test('a start that fails leaves the container to the server that uses it (S1, S4)', async () => {
  const child = startChild('shared-container.mjs', { HOST: '127.0.0.1' });
  const { port } = (await child.told()) as { port: number };
  const answer = ask({ port });
  expect(await child.told()).toBe('held');
  child.tell('start a second server');
  expect((await answer).body).toBe('open');
  expect(await child.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Port \d+ [^\n]*\n$/) });
});

test.each([
  ['that is never made', 'making', 'Making'],
  ['that is never disposed of', 'disposal', 'Disposal'],
])('a service %s is named, and does not keep the process from ending (S4)', async (_what, stuck, name) => {
  const child = startChild('shared-container.mjs', { HOST: '127.0.0.1', STUCK: stuck });
  await child.told();
  child.kill('SIGTERM');
  expect(await child.ended).toMatchObject({
    code: 0,
    stderr: `The container was not disposed of in 1000 ms, waiting for "${name}"; the server closes without it.\n`,
  });
});
