import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startChild } from '../../support/child-process.ts';
import { ask } from '../../support/serve.ts';
import { workersOf } from '../../support/workers.ts';

// In seconds.
const DELAY = 3600;

describe('a process with a shutdown delay (S4)', () => {
  test('keeps serving after the first signal, and ends at once at the second', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0', SHUTDOWN_DELAY: `${DELAY}` });
    const { port } = (await child.told()) as { port: number };
    child.kill('SIGTERM');
    expect(await child.told()).toBe('told to stop');
    expect(await ask({ port })).toMatchObject({ status: 200, headers: { connection: 'close' } });
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(143);
  });

  test('has workers that keep serving after SIGTERM', { tags: ['full'] }, async () => {
    const site = await workersOf({ SHUTDOWN_DELAY: '1' });
    site.child.kill('SIGTERM');
    // Until the signal has come to the worker.
    await vi.waitFor(async () => expect((await ask(site)).headers.connection).toBe('close'), 900);
    expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(ask(site)).rejects.toThrow('ECONNREFUSED');
  });

  test('has workers that are replaced without a delay, and stay ready', async () => {
    const site = await workersOf({ SHUTDOWN_DELAY: `${DELAY}` });
    const responses = [ask(site, { path: '/closing' }), ask(site, { path: '/closing' })];
    await site.tells('held', 2);
    site.child.kill('SIGHUP');
    for (const { body } of await Promise.all(responses)) expect(body).toBe('draining: false');
  });
});

describe('without a shutdown delay (S4)', () => {
  test('requests that proxies send on idle connections while SIGTERM is on its way are served', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0' });
    const { port } = (await child.told()) as { port: number };
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const request = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';
    await Promise.all(sockets.map((socket) => (socket.write(request), once(socket, 'data'))));
    child.kill('SIGTERM');
    expect(await child.told()).toBe('told to stop');
    const responses = sockets.map((socket) => (socket.write(request), text(socket)));
    for (const response of await Promise.all(responses)) {
      expect(response).toMatch(/^HTTP\/1\.1 200 .*connection: close.*home$/is);
    }
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
