import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('fixtures/telemetry.mjs', import.meta.url));

/** Sends a request to a site in a process of its own, ends it with SIGTERM, and gives what it exported. */
async function exportedBy(variant: string, how: string) {
  const spans: string[] = [];
  const collector = createServer(async (request, response) => {
    spans.push(...(JSON.parse(await text(request)) as string[]));
    response.end();
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void collector.close());
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  const child = fork(program, [variant, url, how], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = text(child.stderr as NodeJS.ReadableStream);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const headers = { connection: 'close' };
  expect(await (await fetch(`http://127.0.0.1:${port}/last`, { headers })).text()).toBe('last');
  child.kill('SIGTERM');
  const [exitCode] = (await once(child, 'exit')) as [number];
  return { spans, exitCode, said: await said };
}

test.each([
  ['a', 'run'],
  ['b', 'run'],
  ['b', 'joined'],
])('the last span of a site of variant %s arrives after SIGTERM: %s', async (variant, how) => {
  expect(await exportedBy(variant, how)).toEqual({ spans: ['GET /last'], exitCode: 0, said: '' });
});

test('an exporter that never ends does not keep a process beyond its shutdown time', async () => {
  const { exitCode, said } = await exportedBy('b', 'hangs');

  expect(exitCode).toBe(0);
  expect(said).toMatch(
    /^A function passed to afterLastServer\(\) has not finished in \d+ ms; the process exits without it\.\n$/,
  );
});
