import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileWithinProject, pathWithin } from '../../src/project/project-root.ts';

test.each([
  [win32, 'C:\\site', 'src/a.ts', 'src\\a.ts'],
  [win32, 'C:\\site', 'c:\\SITE\\src\\a.ts', 'src\\a.ts'],
  // Looking up one of those would sign in at the host.
  [win32, 'C:\\site', '//evil/share/x.ts', undefined],
  [win32, 'C:\\site', '\\\\evil\\share\\x.ts', undefined],
  [win32, 'C:\\site', '\\\\?\\UNC\\evil\\share\\x.ts', undefined],
  [win32, 'C:\\site', 'D:\\x.ts', undefined],
  [win32, 'C:\\site', '..\\x.ts', undefined],
  [win32, 'C:\\site', 'C:\\site-2\\x.ts', undefined],
  [posix, '/site', '..x.ts', '..x.ts'],
  [posix, '/site', '/site/src/a.ts', 'src/a.ts'],
  [posix, '/site', '../x.ts', undefined],
  [posix, '/site', '/etc/passwd', undefined],
  [posix, '/site', '.', undefined],
] as const)('a path is checked before it is looked up (%#)', (path, folder, file, expected) => {
  expect(pathWithin(folder, file, path)).toBe(expected);
});

test('a file of the project is found by each of its paths, and a link to the outside is not a file of the project', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-root-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [real, linked] = [join(folder, 'real'), join(folder, 'linked')];
  mkdirSync(real);
  symlinkSync(real, linked);
  writeFileSync(join(real, 'a.ts'), '');
  writeFileSync(join(folder, 'outside.ts'), '');
  symlinkSync(join(folder, 'outside.ts'), join(real, 'link.ts'));

  for (const file of ['a.ts', join(real, 'a.ts'), join(linked, 'a.ts')]) {
    expect(fileWithinProject(linked, file)).toBe('a.ts');
  }
  for (const file of ['link.ts', '../outside.ts', join(folder, 'outside.ts'), 'none.ts', 'a.ts\\0']) {
    expect(fileWithinProject(linked, file)).toBeUndefined();
  }
});
