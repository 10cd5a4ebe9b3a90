/** @module-tag full */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

interface Results<Figures> {
  readonly run: { readonly violations: readonly string[] };
  readonly results: readonly Figures[];
  /** Other output than the results. */
  readonly log: string;
}

const missing = Object.entries({ nginx: '-v', haproxy: '-v', 'redis-server': '--version' })
  .filter(([program, flag]) => spawnSync(program, [flag]).status !== 0)
  .map(([program]) => program);
if (!existsSync('/usr/lib/postgresql')) missing.push('postgresql');
const reason =
  missing.length === 0 ? '' : `; skipped, because it needs ${missing.join(', ')} (Debian packages)`;

async function campaign<Figures>(name: string, options: readonly string[]): Promise<Results<Figures>> {
  const out = await mkdtemp(join(tmpdir(), `fw-${name}-`));
  onTestFinished(() => rm(out, { recursive: true }));
  const child = spawn(
    process.execPath,
    ['tools/campaign/run.mjs', `--${name}`, ...options, '--write', '--out', out],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  onTestFinished(() => void child.kill());
  const log = await text(child.stderr);
  const [major] = process.versions.node.split('.');
  return { ...JSON.parse(await readFile(join(out, `${name}-node-${major}.json`), 'utf8')), log };
}

// The short forms of `npm run campaign -- --fleet` and `--jobs`. They run alone, because a proxy disconnects a process that gets
// no processor time, and a store gives its jobs to another process.
test.skipIf(missing.length > 0).each([
  ['nginx', 'redis'],
  ['haproxy', 'postgres'],
])(
  `every part behind %s with jobs in %s is restarted, and no response is wrong and no job lost${reason}`,
  async (proxy, store) => {
    const options = ['--proxy', proxy, '--store', store, '--rounds', '1'];
    const { run, results, log } = await campaign<{
      readonly requests: number;
      readonly windows: number;
      readonly jobs: number;
      readonly stops: readonly object[];
    }>('fleet', options);

    expect(run.violations, log).toEqual([]);
    const [{ requests, windows, jobs, stops } = { requests: 0, windows: 0, jobs: 0, stops: [] }] = results;
    expect(stops).toHaveLength(4);
    expect(requests).toBeGreaterThan(500);
    expect(windows).toBeGreaterThan(1);
    expect(jobs).toBeGreaterThan(100);
  },
  300_000,
);

test.skipIf(missing.length > 0)(
  `workers and stores are killed while jobs run, and no job is lost${reason}`,
  async () => {
    const { run, results, log } = await campaign<{ readonly accepted: number; readonly kills: number }>(
      'jobs',
      ['--count', '2000'],
    );

    expect(run.violations, log).toEqual([]);
    expect(results).toHaveLength(3);
    for (const { accepted } of results) expect(accepted).toBeGreaterThan(1500);
    expect(results.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0);
  },
  600_000,
);
