import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFwApp, readManifest } from './built-binary.ts';
import { emptyFolder, listing } from '../../command-line/test/folders.ts';

test('the manifest of a project records the version, the choices and the hashes of its files', async () => {
  const cwd = await emptyFolder();
  const flags = ['--variant', 'a', '--form', 'hybrid', '--router', 'rou3', '--package-manager', 'yarn'];
  await createFwApp(['my-site', ...flags, '--no-install', '--no-git'], { cwd });
  const project = join(cwd, 'my-site');
  const { generator, version, choices, files } = await readManifest(project);
  const own: { version: string } = JSON.parse(
    await readFile(join(import.meta.dirname, '../package.json'), 'utf8'),
  );
  expect({ generator, version }).toEqual({ generator: 'create-fw-app', version: own.version });
  expect(choices).toEqual({
    variant: 'a',
    form: 'hybrid',
    router: 'rou3',
    target: 'node',
    packageManager: 'yarn',
  });

  for (const [path, hash] of Object.entries(files)) {
    const content = await readFile(join(project, path));
    expect(createHash('sha256').update(content).digest('hex'), path).toBe(hash);
  }
  const folders = new Set(Object.keys(files).flatMap((path) => path.split('/').slice(0, -1)));
  const unlisted = (await listing(project)).filter((path) => !Object.hasOwn(files, path));
  expect(unlisted.filter((path) => !folders.has(path.split('/').at(-1) ?? ''))).toEqual([
    '.fw/manifest.json',
  ]);
});
