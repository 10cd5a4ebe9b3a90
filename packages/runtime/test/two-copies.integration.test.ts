// A project and a package that it uses may each have a copy of fw-runtime installed.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const own = join(import.meta.dirname, '..');

test.each([
  { copies: 1, warnings: 0 },
  { copies: 2, warnings: 1 },
])('a process that loads $copies copies prints $warnings warnings', async ({ copies, warnings }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fw-copies-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const other = join(folder, 'runtime');
  if (copies > 1) {
    for (const part of ['dist', 'package.json'])
      await cp(join(own, part), join(other, part), { recursive: true });
  }
  const program = [own, other]
    .slice(0, copies)
    .map((root) => pathToFileURL(join(root, 'dist/b/index.js')).href)
    .map((url) => `await import(${JSON.stringify(url)});`)
    .join('\n');
  const { stderr } = await execa(process.execPath, ['--input-type=module', '--eval', program]);
  const lines = stderr.split('\n').filter((line) => line !== '');

  expect(lines).toEqual(
    Array(warnings).fill(
      expect.stringMatching(/^Two copies of fw-runtime are loaded: \S+ and \S+\. .*npm dedupe/),
    ),
  );
});
