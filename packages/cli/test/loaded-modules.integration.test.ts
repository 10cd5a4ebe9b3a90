import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { fw } from '../../../test/support/commands.ts';

test('a command loads no module that only other commands need', async () => {
  const generate = await foldersLoadedBy('generate', '--json');
  expect(generate).toContain('generate');
  expect(generate).not.toContain('dev');
  expect(generate).not.toContain('show');
  const dev = await foldersLoadedBy('dev', '--never');
  expect(dev).toContain('dev');
  expect(dev).not.toContain('generate');
  expect(dev).not.toContain('edit');
  expect(await foldersLoadedBy('routes', '--never')).not.toContain('generate');
  expect(await foldersLoadedBy('history', '--never')).not.toContain('dev');
});

/** The folders of `dist/cli/src` whose modules a command loads. */
async function foldersLoadedBy(...args: string[]): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-loaded-'));
  await execa(process.execPath, [fw, ...args], { env: { NODE_V8_COVERAGE: folder }, reject: false });
  const reports = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  await rm(folder, { recursive: true });
  return new Set([...reports.join('').matchAll(/dist\/cli\/src\/(\w+)\//g)].map(([, name = '']) => name));
}
