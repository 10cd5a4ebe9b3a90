import { expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';

/** A container with a service that no route names. */
function withQueue(start: () => unknown): { calls: string[]; container: ServiceManager } {
  const calls: string[] = [];
  const queue = {
    start: async () => {
      await start();
      calls.push('start');
    },
    dispose: () => calls.push('stop'),
  };
  return { calls, container: new ServiceManager({ factories: { queue: () => queue }, start: ['queue'] }) };
}

inBothVariants((kit) => {
  test('run() starts services before it listens, and stops them after the last response (C10)', async () => {
    const { calls, container } = withQueue(() => {});
    const app = kit.routed({ container });
    app.get('/', kit.answer('home'));
    const running = await serve(app);
    expect(calls).toEqual(['start']);
    expect((await ask(running)).body).toBe('home');
    await running.close();

    expect(calls).toEqual(['start', 'stop']);
  });

  test('a service that cannot start is an error of run() (C10)', async () => {
    const { calls, container } = withQueue(() => Promise.reject(new Error('no connection')));

    await expect(serve(kit.routed({ container }))).rejects.toThrow(
      'The service "queue" could not be started: no connection',
    );
    expect(calls).toEqual([]);
  });

  test('requests without a server start nothing (C10)', async () => {
    const { calls, container } = withQueue(() => {});
    const app = kit.routed({ container });
    app.get('/', kit.answer('home'));
    await app.request('/');
    await app.fetch(new Request('http://site.example/'));

    expect(calls).toEqual([]);
  });
});
