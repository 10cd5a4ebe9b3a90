/** @module-tag full */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

interface Campaign {
  readonly run: { readonly violations: readonly string[] };
  readonly results: readonly {
    readonly name: string;
    readonly right: number;
    readonly attacks: Readonly<Record<string, number>>;
    readonly shutdowns: readonly { readonly code: unknown }[];
    readonly examples: readonly (readonly [string, string])[];
  }[];
  /** The seed and the errors. */
  readonly log: string;
}

async function runCampaign(): Promise<Campaign> {
  const out = await mkdtemp(join(tmpdir(), 'fw-campaign-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const options = ['--candidates', 'fw', '--seconds', '30', '--pace', '20', '--write', '--out', out];
  const child = spawn(process.execPath, ['tools/campaign/run.mjs', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const log = await text(child.stderr);
  const [major] = process.versions.node.split('.');
  return { ...JSON.parse(await readFile(join(out, `node-${major}.json`), 'utf8')), log };
}

// HTTP/2 of Node 20 crashes now and then under these attacks, on a bare server as well (see docs/project/campaign.md).
function nodeCrashed({ results }: Campaign): boolean {
  return results.some(({ examples }) => examples.some(([, message]) => message === 'ended with SIGSEGV'));
}

// The short form of `npm run campaign`. It runs alone, because a client that gets no processor time for two seconds is cut off.
test('half a minute of faults leaves both variants without a wrong response, a crash or anything open', async () => {
  let campaign = await runCampaign();
  for (let left = 2; left > 0 && nodeCrashed(campaign); left--) campaign = await runCampaign();
  const { run, results, log } = campaign;

  expect(run.violations, log).toEqual([]);
  expect(results.map(({ name }) => name)).toEqual(['fw A', 'fw B']);
  for (const { right, attacks, shutdowns } of results) {
    expect(right).toBeGreaterThan(500);
    expect(Object.keys(attacks).length).toBeGreaterThan(30);
    expect(shutdowns).toHaveLength(2);
  }
}, 900_000);
