import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '../../support/child-process.ts';
import { ask } from '../../support/serve.ts';

describe('two servers in one process end it together (S1)', () => {
  test.each<[string, Record<string, string>]>([
    ['both listen to signals', {}],
    ['the first is ended by its app', { SIGNALS_OF_FIRST: 'false' }],
  ])('%s', async (_what, environment) => {
    const child = startChild('two-servers.mjs', { HOST: '127.0.0.1', ...environment });
    const answer = await holdRequest(child);
    child.kill('SIGTERM');
    expect(await child.told()).toBe('second disposed of');
    child.tell('release');
    expect((await answer()).body).toBe('released');
    expect(await child.told()).toBe('first disposed of');
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('one that cannot listen ends the process with 1 after the other has finished', async () => {
    const port = await takenPort();
    const child = startChild('two-servers.mjs', { HOST: '127.0.0.1', SECOND_PORT: String(port) });
    const { port: first } = (await child.told()) as { port: number };
    expect([await child.told(), await child.told()]).toEqual(['second disposed of', 'first disposed of']);
    const { code, stderr } = await child.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use[^\\n]*\\n$`));
    await expect(ask({ port: first })).rejects.toThrow('ECONNREFUSED');
  });

  test('a second signal ends both at once (S4)', async () => {
    const child = startChild('two-servers.mjs', { HOST: '127.0.0.1' });
    const answer = await holdRequest(child);
    const failed = expect(answer()).rejects.toThrow(/socket hang up|ECONNRESET/);
    child.kill('SIGINT');
    expect(await child.told()).toBe('second disposed of');
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(143);
    await failed;
  });
});

test('the workers of a cluster share one port, and end on SIGTERM (S1, S4)', async () => {
  const child = startChild('cluster.mjs', { HOST: '127.0.0.1', PORT: '0' });
  const { ports, workers } = (await child.told()) as { ports: [number, number]; workers: string[] };
  const [port] = ports;
  expect(ports).toEqual([port, port]);
  // The primary gives the connections to the workers in turn.
  const answers = [await ask({ port }), await ask({ port })];
  expect(answers.map(({ body }) => body).toSorted()).toEqual(workers.toSorted());
  child.kill('SIGTERM');
  expect(await child.told()).toEqual({ codes: [0, 0] });
  expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
});

/** When both servers run and a request to the first is in the middle. */
async function holdRequest(child: Child): Promise<() => ReturnType<typeof ask>> {
  const { port } = (await child.told()) as { port: number };
  expect(await child.told()).toBe('both run');
  const answer = ask({ port }, { path: '/held' });
  answer.catch(() => {});
  expect(await child.told()).toBe('held');
  return () => answer;
}

async function takenPort(): Promise<number> {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  onTestFinished(() => void blocker.close());
  return (blocker.address() as AddressInfo).port;
}
