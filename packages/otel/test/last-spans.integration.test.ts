import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { essentialFirst } from '../../../test/support/essential-first.ts';

const program = fileURLToPath(new URL('fixtures/telemetry.mjs', import.meta.url));

/** Sends a request to an app in another process, ends the process with SIGTERM, and returns its exports. */
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
  const output = text(child.stderr as NodeJS.ReadableStream);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const headers = { connection: 'close' };
  expect(await (await fetch(`http://127.0.0.1:${port}/last`, { headers })).text()).toBe('last');
  child.kill('SIGTERM');
  const [exitCode] = (await once(child, 'exit')) as [number];
  return { spans, exitCode, output: await output };
}

for (const { some, tags } of essentialFirst([
  ['b', 'run'],
  ['a', 'run'],
  ['b', 'joined'],
])) {
  test.each(some)(
    'the last span of an app of variant %s is exported after SIGTERM: %s',
    { tags },
    async (variant, how) => {
      expect(await exportedBy(variant, how)).toEqual({ spans: ['GET /last'], exitCode: 0, output: '' });
    },
  );
}

test('an exporter that never ends does not delay the end of the process beyond the shutdown timeout', async () => {
  const { exitCode, output } = await exportedBy('b', 'hangs');

  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /^A function passed to afterLastServer\(\) has not finished in \d+ ms; the process exits without it\.\n$/,
  );
});
