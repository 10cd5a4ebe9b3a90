import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { accessToken } from '../../../../devtools/src/access/access-token.ts';
import { TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const silently = { signals: false, silent: true } as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

inBothVariants((kit) => {
  test.each([
    ['hots', 'There is no option "hots"; did you mean "host"?'],
    [
      'publicDir',
      'There is no option "publicDir"; other settings, such as server.document_root, are keys of the configuration.',
    ],
  ])('run() rejects an option that it does not have, with the nearest name: %s (S1)', async (name, hint) => {
    const options = { ...silently, port: 0, [name]: 'x' };
    await expect(kit.app().run(options)).rejects.toThrow(
      new RegExp(
        `^The argument options of run\\(\\) must be an object with no other keys than host, port, .*, silent, not .*${hint.replace(/[?().]/g, '\\$&')}$`,
      ),
    );
  });

  describe('where run listens (S1)', () => {
    test('the options come before the environment', async () => {
      vi.stubEnv('HOST', '0.0.0.0');
      vi.stubEnv('PORT', '1');
      const server = await kit.app().run({ host: '127.0.0.1', port: 0, ...silently });
      onTestFinished(() => server.close());
      expect(server.port).toBeGreaterThan(1);
      expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    });

    test('Node’s own server is available for features that the framework lacks', async () => {
      const { server, port, close } = await serve(kit.app());
      server.on('upgrade', (_request: IncomingMessage, socket: Socket) => {
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello');
      });
      const client = connect(port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      expect(await text(client)).toMatch(/^HTTP\/1.1 101[^]*hello$/);
      await close();
      expect(server.listening).toBe(false);
    });

    test('the environment comes before the configuration', async () => {
      vi.stubEnv('HOST', '127.0.0.1');
      vi.stubEnv('PORT', '0');
      const server = await kit.app({ server: { host: '0.0.0.0', port: 1 } }).run(silently);
      onTestFinished(() => server.close());
      expect(server.port).toBeGreaterThan(1);
      expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    });

    test('the configuration applies when the environment has no value', async () => {
      vi.stubEnv('HOST', '');
      vi.stubEnv('PORT', '');
      const server = await kit.app({ server: { host: '127.0.0.1', port: 0 } }).run(silently);
      onTestFinished(() => server.close());
      expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    });

    test.each([-1, 1.5, 65_536, Number.NaN, Infinity])('the port %s is rejected', async (port) => {
      const expected = `must be an integer from 0 to 65535, not ${port}.`;
      await expect(kit.app().run({ port, ...silently })).rejects.toThrow(
        `The argument option port ${expected}`,
      );
      await expect(kit.app({ server: { port } }).run(silently)).rejects.toThrow(
        `The argument setting server.port ${expected}`,
      );
      vi.stubEnv('PORT', String(port));
      await expect(kit.app().run(silently)).rejects.toThrow(
        `The argument environment variable PORT ${expected.replace(/(?<=not )[^.]+(?:\.5)?/, '"$&"')}`,
      );
    });

    test('the URL is printed, and the server listens when run returns', async () => {
      const print = vi.spyOn(console, 'log').mockImplementation(() => {});
      const app = kit.app();
      app.pipe(kit.answer('here'));
      const server = await app.run({ host: '127.0.0.1', port: 0, signals: false });
      onTestFinished(() => server.close());
      expect(print.mock.calls).toEqual([[`Listening on http://127.0.0.1:${server.port}`]]);
      expect((await ask(server)).body).toBe('here');
    });

    test('with silent, nothing is printed', async () => {
      const print = vi.spyOn(console, 'log').mockImplementation(() => {});
      await serve(kit.app());
      expect(print).not.toHaveBeenCalled();
    });

    test('the URL of the inspector is printed with debug', async () => {
      const print = vi.spyOn(console, 'log').mockImplementation(() => {});
      const server = await kit.app({ debug: true }).run({ host: '127.0.0.1', port: 0, signals: false });
      onTestFinished(() => server.close());
      const url = `http://127.0.0.1:${server.port}`;
      expect(print.mock.calls).toEqual([
        [`Listening on ${url} (inspector: ${url}/_fw?token=${accessToken()})`],
      ]);
    });
  });

  describe('run({ workers })', () => {
    test.each([0, 1.5, 'many'])('%s is rejected', async (workers) => {
      await expect(kit.app().run({ workers: workers as number, ...silently })).rejects.toThrow(
        `The argument option workers must be "auto" or an integer of at least 1, not ${inspect(workers).replaceAll("'", '"')}.`,
      );
    });

    test('1 serves in this process, whatever the configuration', async () => {
      const app = kit.app({ server: { workers: 4 } });
      app.pipe(kit.answer('here'));
      const server = await serve(app, { workers: 1 });
      expect(server.server.listening).toBe(true);
      expect((await ask(server)).body).toBe('here');
    });

    test('with debug it serves here too, and says why', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const app = kit.app({ debug: true, server: { workers: 4 } });
      const server = await serve(app);
      expect(server.server.listening).toBe(true);
      expect(warn.mock.calls).toEqual([[expect.stringContaining('With debug, this process serves alone')]]);
    });
  });

  test('a printed request, for instance in a log, shows no headers', async () => {
    const app = kit.app();
    app.pipe(kit.handler((request) => new TextResponse(inspect(request, { depth: Infinity }))));
    const headers = { Authorization: 'Bearer secret' };
    const { body } = await ask(await serve(app), { path: '/printed', headers });
    expect(body).toContain('/printed');
    expect(body).not.toContain('secret');
    expect(await (await app.request('/', { headers })).text()).not.toContain('secret');
  });

  describe('closing (S4)', () => {
    test('waits for the requests in flight, then disposes of the container', async () => {
      const held = deferred();
      const arrived = deferred();
      const events: string[] = [];
      const print = vi.spyOn(console, 'error').mockReturnValue();
      const container = { get: never, has: () => false, dispose: () => events.push('disposed') };
      const app = kit.app({ container });
      app.pipe(
        kit.handler(async () => {
          arrived.resolve();
          await held.promise;
          return new TextResponse('finished');
        }),
      );
      const server = await app.run({ host: '127.0.0.1', port: 0, ...silently });
      const answer = ask(server).then(({ body }) => events.push(body));
      await arrived.promise;
      const closed = server.close();
      expect(server.close()).toBe(closed);
      await expect(ask(server)).rejects.toThrow('ECONNREFUSED');
      expect(events).toEqual([]);
      held.resolve();
      await Promise.all([answer, closed]);
      expect(events.toSorted()).toEqual(['disposed', 'finished']);
      expect(print).not.toHaveBeenCalled();
    });

    test.each([
      [600, 1000],
      [4000, 4000],
    ])(
      'with a timeout of %i ms, a container has %i ms for its disposal, which is logged',
      async (timeout, limit) => {
        const print = vi.spyOn(console, 'error').mockReturnValue();
        const begun = deferred();
        const dispose = () => (begun.resolve(), new Promise(() => {}));
        const container = { get: never, has: () => false, dispose };
        const server = await kit
          .app({ container, server: { shutdown_timeout: timeout } })
          .run({ host: '127.0.0.1', port: 0, ...silently });
        // The time that closing itself takes counts as well.
        vi.spyOn(performance, 'now').mockReturnValue(0);
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        onTestFinished(() => void vi.useRealTimers());
        const closed = server.close();
        await begun.promise;
        vi.advanceTimersByTime(limit - 1);
        expect(print).not.toHaveBeenCalled();
        vi.advanceTimersByTime(1);
        await closed;
        expect(print.mock.calls).toEqual([
          [`The container was not disposed of in ${limit} ms; the server closes without it.`],
        ]);
      },
    );

    test('does not wait for connections that are kept alive', async () => {
      const app = kit.app({ server: { shutdown_timeout: 600_000 } });
      app.pipe(kit.answer('kept'));
      const server = await app.run({ host: '127.0.0.1', port: 0, ...silently });
      const agent = new Agent({ keepAlive: true });
      onTestFinished(() => agent.destroy());
      const [incoming] = await once(get(server.url, { agent }), 'response');
      expect(await text(incoming)).toBe('kept');
      await server.close();
    });

    test('closes requests that take longer than the timeout', async () => {
      const arrived = deferred();
      const app = kit.app({ server: { shutdown_timeout: 1 } });
      app.pipe(
        kit.handler(() => {
          arrived.resolve();
          return new Promise(() => {});
        }),
      );
      const server = await app.run({ host: '127.0.0.1', port: 0, ...silently });
      const answer = ask(server);
      const refused = expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/);
      await arrived.promise;
      await server.close();
      await refused;
    });
  });
});

function never(): never {
  throw new Error('must not be asked');
}
