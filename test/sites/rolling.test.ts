/** @module-tag full */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

interface Results {
  readonly run: { readonly violations: readonly string[] };
  readonly results: readonly [
    {
      readonly ways: readonly { readonly name: string; readonly requests: number; readonly posts: number }[];
      readonly stops: readonly object[];
    },
  ];
}

const missing = Object.entries({ nginx: '-v', haproxy: '-v', 'redis-server': '--version' })
  .filter(([program, flag]) => spawnSync(program, [flag]).status !== 0)
  .map(([program]) => program);
const reason =
  missing.length === 0 ? '' : `; skipped, because it needs ${missing.join(', ')} (Debian packages)`;

// The short form of `npm run campaign -- --rolling`. It runs alone, because a proxy disconnects a process that gets no processor
// time.
test.skipIf(missing.length > 0)(
  `two processes are restarted behind nginx and HAProxy, and no request or session is lost${reason}`,
  async () => {
    const out = await mkdtemp(join(tmpdir(), 'fw-rolling-'));
    onTestFinished(() => rm(out, { recursive: true }));
    const options = ['--rolling', '--short', '--restarts', '1', '--visitors', '4', '--write', '--out', out];
    const child = spawn(process.execPath, ['tools/campaign/run.mjs', ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill());
    const output = await text(child.stderr);
    const [major] = process.versions.node.split('.');
    const { run, results } = JSON.parse(
      await readFile(join(out, `rolling-node-${major}.json`), 'utf8'),
    ) as Results;

    expect(run.violations, output).toEqual([]);
    const [{ ways, stops }] = results;
    expect(stops).toHaveLength(2);
    expect(ways.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['nginx, HTTP/1', 'nginx, HTTP/2', 'haproxy with HTTP/2, HTTP/2']),
    );
    for (const { requests, posts } of ways) {
      expect(requests).toBeGreaterThan(100);
      expect(posts).toBeGreaterThan(20);
    }
  },
  120_000,
);
