import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');

test('npm create downloads one package without dependencies, of at most 7 MB', async () => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as object;
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: folder });
  // npm 11 prints an array, newer versions an object by name.
  const [packed] = Object.values(
    JSON.parse(stdout) as Record<string, { unpackedSize: number; files: { path: string }[] }>,
  );

  expect(manifest).not.toHaveProperty('dependencies');
  expect(packed?.unpackedSize).toBeLessThan(7_000_000);
  expect(packed?.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['dist/cli.js', 'dist/LICENSES.txt']),
  );
});
