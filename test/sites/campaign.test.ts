import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

interface Figures {
  readonly name: string;
  readonly right: number;
  readonly attacks: Readonly<Record<string, number>>;
  readonly shutdowns: readonly { readonly code: unknown }[];
}

// The short form of `npm run campaign`. It runs alone: a client that gets no processor for two seconds is rightly cut off.
test('half a minute of faults leaves both variants without a wrong answer, a crash or anything open', async () => {
  const out = await mkdtemp(join(tmpdir(), 'fw-campaign-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const options = ['--candidates', 'fw', '--seconds', '30', '--pace', '20', '--write', '--out', out];
  const child = spawn(process.execPath, ['packages/runtime/campaign/run.mjs', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  // The seed and what was wrong.
  const told = await text(child.stderr);
  const [major] = process.versions.node.split('.');
  const { run, results } = JSON.parse(await readFile(join(out, `node-${major}.json`), 'utf8')) as {
    run: { faults: readonly string[] };
    results: readonly Figures[];
  };

  expect(run.faults, told).toEqual([]);
  expect(results.map(({ name }) => name)).toEqual(['fw A', 'fw B']);
  for (const { right, attacks, shutdowns } of results) {
    expect(right).toBeGreaterThan(500);
    expect(Object.keys(attacks).length).toBeGreaterThan(30);
    expect(shutdowns).toHaveLength(2);
  }
}, 240_000);
