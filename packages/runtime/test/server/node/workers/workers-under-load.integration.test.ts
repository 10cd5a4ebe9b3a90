/** @module-tag full */

import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeepAsking } from '../../../support/keep-asking.ts';
import { workersOf } from '../../../support/workers.ts';

const CLIENTS = 10;

describe('workers under load', () => {
  test('when one is killed, only the requests fail that it had', async () => {
    const site = await workersOf();
    const load = new KeepAsking(site.port, CLIENTS);
    await load.answered(100);
    const [killed = 0] = site.listening;
    process.kill(killed, 'SIGKILL');
    await site.listen(3);
    await load.answered(100);
    await load.stop();
    // A connection without a response may have been on its way to it.
    const others = load.failures.filter(({ worker }) => worker !== undefined && worker !== killed);
    expect(others).toEqual([]);
    expect(load.failures.length).toBeLessThanOrEqual(CLIENTS);
    expect(new Set(load.answers.slice(-CLIENTS))).not.toContain(killed);
  });

  test('SIGHUP replaces them one by one, and no request fails', async () => {
    const site = await workersOf();
    const before = new Set(site.listening);
    const load = new KeepAsking(site.port, CLIENTS);
    await load.answered(100);
    site.child.kill('SIGHUP');
    await site.tells({ disposed: 'in a worker' }, 2);
    const count = load.answers.length;
    await load.answered(100);
    await load.stop();
    expect(load.failures).toEqual([]);
    const after = new Set(load.answers.slice(count + CLIENTS));
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
    site.child.kill('SIGTERM');
    expect(await site.child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('SIGHUP fails no request on a connection that has been idle', async () => {
    const site = await workersOf();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const first = await answerOf(site.port, agent);
    site.child.kill('SIGHUP');
    // By then the worker that has responded is stopping, or is the second and next.
    await site.listen(3);
    expect(await answerOf(site.port, agent)).toMatchObject({ body: first.body });
    await site.tells({ disposed: 'in a worker' }, 2);
    expect(site.listening.slice(2)).toContain(Number((await answerOf(site.port, agent)).body));
  });

  test('SIGTERM ends all with 0, and every accepted request gets a response', async () => {
    const site = await workersOf();
    const load = new KeepAsking(site.port, CLIENTS);
    await load.answered(100);
    site.child.kill('SIGTERM');
    const { stdout, ...ended } = await site.child.ended;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    await load.stop();
    const accepted = [...stdout.matchAll(/^accepted: (\d+)$/gm)].map(([, count]) => Number(count));
    expect(accepted).toHaveLength(2);
    expect(load.answers).toHaveLength(accepted.reduce((sum, count) => sum + count));
  });
});

async function answerOf(port: number, agent: Agent): Promise<{ readonly body: string }> {
  const [incoming] = (await once(get({ host: '127.0.0.1', port, agent }), 'response')) as [IncomingMessage];
  return { body: await text(incoming) };
}
