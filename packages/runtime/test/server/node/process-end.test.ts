import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

inBothVariants((kit) => {
  test('with signals: false, a port in use rejects, and nothing ends (S1)', async () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const dispose = vi.fn();
    const app = kit.app({ container: { get: () => undefined as never, has: () => false, dispose } as never });
    app.pipe(kit.answer('on another port'));
    const options = { host: '127.0.0.1', port: await takenPort(), signals: false };
    await expect(app.run(options)).rejects.toMatchObject({ code: 'EADDRINUSE', port: options.port });
    await expect(app.run({ ...options, port: 1.5 })).rejects.toThrow(/option port.*1\.5/);
    expect([exit, print, dispose].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect((await ask(await serve(app))).body).toBe('on another port');
  });

  test('servers that are closed leave no listeners of signals behind', async () => {
    const count = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
    const before = count();
    const options = { host: '127.0.0.1', port: 0, silent: true };
    const servers = [await kit.app().run(options), await kit.app().run(options)];
    expect(count()).toBe(before + 2);
    await Promise.all(servers.map((server) => server.close()));
    expect(count()).toBe(before);
  });
});

async function takenPort(): Promise<number> {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  onTestFinished(() => void blocker.close());
  return (blocker.address() as AddressInfo).port;
}
