import { execa } from 'execa';
import { expect, test } from 'vitest';
import { createFwApp } from './built-binary.ts';
import { emptyFolder, listing } from '../../command-line/test/folders.ts';

test('creating a project takes less than 400 ms, or three times the start of an empty program where Node starts slowly', async () => {
  const cwd = await emptyFolder();
  const runs: { empty: number; created: number }[] = [];
  const isQuick = (): boolean => runs.some(({ empty, created }) => created < Math.max(400, 3 * empty));
  // One fast run is enough, because other programs may run on this machine.
  for (const end = performance.now() + 10_000; performance.now() < end && !isQuick();) {
    const empty = await timeOf(() => execa(process.execPath, ['--eval', '0']));
    const args = [`site-${runs.length}`, '--variant', 'b', '--no-install', '--no-git'];
    runs.push({ empty, created: await timeOf(() => createFwApp(args, { cwd })) });
  }
  expect(isQuick(), JSON.stringify(runs)).toBe(true);
  expect(await listing(cwd)).toContain('site-0/package.json');
});

/** In milliseconds. */
async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
