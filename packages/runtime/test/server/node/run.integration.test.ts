import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Child, startChild } from '../../support/child-process.ts';
import { ask } from '../../support/serve.ts';

describe('a process of its own', () => {
  test('a port in use prints one line and exits with code 1 (S1)', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as AddressInfo;
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: String(port) });
    const { code, stderr, stdout } = await child.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use[^\\n]*\\n$`));
    expect(stdout).toBe('');
  });

  test('a port that is no number prints one line and exits with code 1 (S1)', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: 'http' });
    const { code, stderr } = await child.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*PORT[^\n]*"http"[^\n]*\n$/);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets the request in flight finish, disposes of the container and exits with 0 (S4)',
    async (signal) => {
      const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0' });
      const port = await portOf(child);
      const answer = ask({ port }, { path: '/held' });
      expect(await child.told()).toBe('held');
      child.kill(signal);
      expect(await child.told()).toBe('told to stop');
      // A client that connects in the meantime is served, or its system tries again after a second.
      await vi.waitFor(() => expect(ask({ port })).rejects.toThrow('ECONNREFUSED'), { timeout: 15_000 });
      child.tell('release');
      expect(await answer).toMatchObject({ status: 200, body: 'released' });
      expect(await child.told()).toBe('disposed');
      expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('a second signal ends the process at once (S4)', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0' });
    const port = await portOf(child);
    const failed = expect(ask({ port }, { path: '/held' })).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await child.told()).toBe('held');
    child.kill('SIGTERM');
    expect(await child.told()).toBe('told to stop');
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(143);
    await failed;
  });

  test('a body that does not end is cut off at the deadline, and the exit code is 0 (S4)', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0', TIMEOUT: '50' });
    const incoming = await opened(await portOf(child), '/endless');
    const broken = once(incoming, 'error');
    child.kill('SIGTERM');
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('a stream of events ends, and the exit code is 0 (S4)', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0', TIMEOUT: '600000' });
    const incoming = await opened(await portOf(child), '/events');
    child.kill('SIGTERM');
    expect(await text(incoming)).toBe('data: 1\n\n');
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('an idle connection does not keep the process alive (S4)', async () => {
    const child = startChild('app.mjs', { HOST: '127.0.0.1', PORT: '0' });
    const port = await portOf(child);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(0);
  });
});

/** A response that has begun. */
async function opened(port: number, path: string): Promise<IncomingMessage> {
  const [incoming] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response');
  return incoming.resume();
}

async function portOf(child: Child): Promise<number> {
  const { port } = (await child.told()) as { port: number };
  return port;
}
