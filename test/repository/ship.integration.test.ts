import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyFolder, listing, writeFiles } from '../../packages/command-line/test/folders.ts';
import { essentialFirst } from '../support/essential-first.ts';

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('docs/images/'));
}

for (const { some, tags } of essentialFirst([
  ['create-fw-app', ['templates/app']],
  ['fw-cli', ['templates/generators', 'docs']],
])) {
  test.each(some)('the packed %s has exactly the files of %s', { tags }, async (name, folders) => {
    const { stdout } = await execa('npm', ['pack', '--workspace', name, '--dry-run', '--json', '--silent']);
    // npm 11 prints an array, newer versions an object by name.
    const [packed] = Object.values(JSON.parse(stdout) as Readonly<Record<string, Packed>>);
    const shipped = (packed?.files ?? []).map(({ path }) => path);
    const originals = (await Promise.all(folders.map(filesOf))).flat();

    expect(originals.length).toBeGreaterThan(50);
    expect(shipped.filter((path) => /^(?:templates|docs)\//.test(path)).toSorted()).toEqual(
      originals.toSorted(),
    );
  });
}

// In a repository with two templates and two pages, so that no real pack is disturbed.
describe('tools/scripts/ship.mjs', () => {
  let root: string;
  const packing = (): string => join(root, 'packages/cli/.packing');

  async function ship(step?: string): Promise<void> {
    const args = [join(root, 'tools/scripts/ship.mjs'), ...(step === undefined ? [] : [step])];
    await execa('node', args, { cwd: join(root, 'packages/cli') });
  }

  const copies = (): Promise<string[]> => listing(join(root, 'packages/cli'));

  beforeEach(async () => {
    root = await emptyFolder();
    await mkdir(join(root, 'tools/scripts'), { recursive: true });
    await cp('tools/scripts/ship.mjs', join(root, 'tools/scripts/ship.mjs'));
    await writeFiles(root, {
      'packages/cli/package.json': '{}',
      'templates/README.md': '# Templates',
      'templates/app/base/README.md.hbs': '# {{name}}',
      'templates/generators/route/test.ts.hbs': 'test',
      'docs/README.md': '# Docs',
      'docs/images/one.png': '',
    });
  });

  test('copies the templates and pages of a package, and removes them after the pack', async () => {
    await ship('copy');
    expect(await copies()).toEqual([
      '.packing',
      'docs',
      'docs/README.md',
      'package.json',
      'templates',
      'templates/generators',
      'templates/generators/route',
      'templates/generators/route/test.ts.hbs',
    ]);

    await ship('remove');
    expect(await copies()).toEqual(['package.json']);
  });

  test('a second pack waits for the first, so that each has its own copies', { tags: ['full'] }, async () => {
    await ship('copy');
    const second = ship('copy');
    await writeFile(join(root, 'docs/README.md'), '# Changed');
    await ship('remove');
    await second;

    expect(await readFile(join(root, 'packages/cli/docs/README.md'), 'utf8')).toBe('# Changed');
    expect(existsSync(packing())).toBe(true);
  });

  test('the build removes copies that an aborted pack left', async () => {
    await ship('copy');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(packing(), longAgo, longAgo);
    await ship();

    expect(await copies()).toEqual(['package.json']);
  });

  test('the build removes a copy without a lock at once', async () => {
    await writeFiles(root, { 'packages/cli/templates/generators/stale.ts.hbs': '' });
    await ship();

    expect(await copies()).toEqual(['package.json']);
  });
});
