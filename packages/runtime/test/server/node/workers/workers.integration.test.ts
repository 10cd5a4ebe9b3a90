import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { workersOf } from '../../../support/workers.ts';
import { ask } from '../../../support/serve.ts';
import { essentialFirst } from '../../../../../../test/support/essential-first.ts';

describe('server.workers', () => {
  test('several processes serve one port, and the primary creates no service and prints the URL once', async () => {
    const site = await workersOf();
    const pids = [await ask(site), await ask(site)].map(({ body }) => Number(body));
    expect(pids.toSorted()).toEqual(site.listening.toSorted());
    expect(site.told.filter((what) => what === 'made a service')).toEqual([]);
    expect(site.told).toContainEqual({ disposed: 'at the start' });
    expect(site.started).toMatchObject({ url: `http://127.0.0.1:${site.port}`, listening: false });
    expect(pids).not.toContain(site.started.primary);
    site.child.kill('SIGTERM');
    await site.tells({ disposed: 'in a worker' }, 2);
    const { stdout, ...ended } = await site.child.ended;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(stdout.match(/Listening.*/g)).toEqual([`Listening on http://127.0.0.1:${site.port} (2 workers)`]);
    await expect(ask(site)).rejects.toThrow('ECONNREFUSED');
  });

  test('SIGTERM lets the requests in flight of all workers finish (S4)', async () => {
    const site = await workersOf();
    const answers = [ask(site, { path: '/held' }), ask(site, { path: '/held' })];
    await site.tells('held', 2);
    site.child.kill('SIGTERM');
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['finished', 'finished']);
    expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test(
    'a signal that comes to all processes, as from a terminal, is one signal (S4)',
    { tags: ['full'] },
    async () => {
      const site = await workersOf();
      const answers = [ask(site, { path: '/held' }), ask(site, { path: '/held' })];
      await site.tells('held', 2);
      site.child.kill('SIGINT');
      for (const pid of site.listening) process.kill(pid, 'SIGINT');
      expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['finished', 'finished']);
      expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('a second signal ends all at once (S4)', async () => {
    const site = await workersOf();
    const answer = ask(site, { path: '/endless' });
    answer.catch(() => {});
    await site.tells('held');
    site.child.kill('SIGTERM');
    await site.tells({ disposed: 'in a worker' });
    site.child.kill('SIGTERM');
    expect((await site.child.ended).code).toBe(143);
    await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  test(
    'a worker that is stopped finishes its requests, and another one replaces it',
    { tags: ['full'] },
    async () => {
      const site = await workersOf();
      const answer = ask(site, { path: '/held' });
      await site.tells('held');
      for (const pid of site.listening.slice(0, 2)) process.kill(pid, 'SIGTERM');
      expect((await answer).body).toBe('finished');
      await site.listen(4);
      expect(await site.says()).toBe('Worker N has ended with exit code 0; restarting it.');
    },
  );

  test('a worker that crashes says why, and another takes its place', async () => {
    const site = await workersOf();
    await expect(ask(site, { path: '/crash' })).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await site.says()).toBe('Worker N has ended with exit code 1; restarting it.');
    await site.listen(3);
    site.child.kill('SIGTERM');
    expect(await site.child.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nobody catches it.'),
    });
  });

  test(
    'a connection that a worker has not accepted when it dies is closed, so that its client tries again',
    { tags: ['full'] },
    async () => {
      const site = await workersOf();
      const [stopped = 0] = site.listening;
      process.kill(stopped, 'SIGSTOP');
      const clients = [await client(site), await client(site)];
      const ends = clients.map(closed);
      // The other worker has responded to it.
      await Promise.race(ends);
      process.kill(stopped, 'SIGKILL');
      await Promise.all(ends);
      expect(clients.map(({ bytesRead }) => bytesRead > 0).toSorted()).toEqual([false, true]);
    },
  );

  test(
    'a worker that dies at once again and again is replaced more and more slowly',
    { tags: ['full'] },
    async () => {
      const broken = join(mkdtempSync(join(tmpdir(), 'fw-')), 'broken');
      onTestFinished(() => rmSync(join(broken, '..'), { recursive: true }));
      const site = await workersOf({ BROKEN: broken });
      writeFileSync(broken, '');
      process.kill(site.listening[0] ?? 0, 'SIGKILL');
      expect(await site.says()).toBe('Worker N has ended by SIGKILL; restarting it.');
      const fault = 'Worker N did not start: a worker ended with exit code 3 before it listened;';
      for (const when of ['0.1', '0.2', '0.4']) {
        expect(await site.says()).toBe(`${fault} restarting it in ${when} s.`);
      }
      // The other continues meanwhile.
      expect((await ask(site)).body).toBe(`${site.listening[1]}`);
      site.child.kill('SIGHUP');
      expect(await site.says(`${fault} the workers before it keep serving.`)).toBeDefined();
      rmSync(broken);
      await site.listen(3);
      expect(existsSync(broken)).toBe(false);
    },
  );

  for (const { some, tags } of essentialFirst<[string, Record<string, string>, RegExp]>([
    ['for a port in use', {}, /^Port N on N\.0\.0\.1 is in use[^\n]*$/],
    [
      'for a program that ends',
      { BROKEN: import.meta.filename },
      /^The server cannot start: a worker ended with exit code 3 before it listened$/,
    ],
  ])) {
    test.each(some)(
      '%s, one line says why, and the exit code is 1 (S1)',
      { tags },
      async (_what, environment, line) => {
        const blocker = createServer().listen(0, '127.0.0.1');
        await once(blocker, 'listening');
        onTestFinished(() => void blocker.close());
        const { port } = blocker.address() as AddressInfo;
        const site = await workersOf({ PORT: `${port}`, ...environment }, false);
        expect(await site.says()).toMatch(line);
        expect(await site.child.ended).toMatchObject({ code: 1, stderr: '' });
        expect(
          site.told.filter((what) => typeof what === 'object' && what !== null && 'said' in what),
        ).toHaveLength(1);
      },
    );
  }

  test(
    'a worker serves though the configuration has no workers when it starts',
    { tags: ['full'] },
    async () => {
      const site = await workersOf({ LATER_WORKERS: '1' });
      expect(site.listening).toContain(Number((await ask(site)).body));
      site.child.kill('SIGTERM');
      expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('workers are replaced no further when the first replacement does not start', async () => {
    const broken = join(mkdtempSync(join(tmpdir(), 'fw-')), 'broken');
    onTestFinished(() => rmSync(join(broken, '..'), { recursive: true }));
    const site = await workersOf({ BROKEN: broken });
    writeFileSync(broken, '');
    site.child.kill('SIGHUP');
    expect(await site.says()).toMatch(/^Worker N did not start: .*; the workers before it keep serving\.$/);
    expect((await ask(site)).status).toBe(200);
    site.child.kill('SIGTERM');
    await site.tells({ disposed: 'in a worker' }, 2);
    expect(site.told.filter((what) => what === 'forked')).toHaveLength(3);
    expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test(
    'with signals: false and silent: true, nothing is printed, and close() stops all',
    { tags: ['full'] },
    async () => {
      const site = await workersOf({ SIGNALS: 'false', SILENT: 'true' });
      const answers = [ask(site, { path: '/held' }), ask(site, { path: '/held' })];
      await site.tells('held', 2);
      site.child.tell('close');
      expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['finished', 'finished']);
      await site.tells('closed');
      const { stdout, ...ended } = await site.child.ended;
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(stdout).not.toContain('Listening');
    },
  );

  test('a program with workers runs no other server', { tags: ['full'] }, async () => {
    const site = await workersOf();
    site.child.tell('serve more');
    await expect(
      site.tells(
        'The argument workers must be absent or 1 in a program that runs several servers, not 2. Run each server in a program of its own.',
      ),
    ).resolves.toBeUndefined();
  });
});

/** Also by a reset. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.resume().once('close', resolve));
}

/** A client with one request. */
async function client({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  return socket;
}
