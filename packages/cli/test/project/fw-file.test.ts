import { readFileSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFwFileMissing, writeFwFile } from '../../src/project/fw-file.ts';
import { hasFwFile } from '../../src/project/typed-command.ts';
import { projectWith } from '../project-with.ts';

const older = {
  'package.json':
    '{\n  "dependencies": { "fw-runtime": "^0.1.0" },\n  "scripts": {\n    "dev": "fw dev"\n  }\n}\n',
};

test('an older project gets the file, executable where the platform has modes, and the script', async () => {
  const project = await projectWith(older);
  expect([isFwFileMissing(project.root), hasFwFile(project.root)]).toEqual([true, false]);
  expect(writeFwFile(project)).toEqual([
    { path: 'fw', action: 'made' },
    { path: 'package.json', action: 'edited' },
  ]);
  expect([isFwFileMissing(project.root), hasFwFile(project.root)]).toEqual([false, true]);
  expect(readFileSync(join(project.root, 'fw'), 'utf8')).toMatch(
    /^#!\/usr\/bin\/env node\n[^]*import\('fw-cli\/fw'\)[^]*Run npm install first\./,
  );
  if (process.platform !== 'win32') expect(statSync(join(project.root, 'fw')).mode & 0o100).toBe(0o100);
  const { scripts } = JSON.parse(readFileSync(join(project.root, 'package.json'), 'utf8'));
  expect(scripts).toEqual({ dev: 'fw dev', fw: 'node fw' });
  expect(writeFwFile(project)).toEqual([]);
});

test('an existing script fw is kept', async () => {
  const manifest = `${older['package.json'].replace('"dev": "fw dev"', '"fw": "fw"')}`;
  const project = await projectWith({ 'package.json': manifest });
  expect(writeFwFile(project)).toEqual([{ path: 'fw', action: 'made' }]);
  expect(await readFile(join(project.root, 'package.json'), 'utf8')).toBe(manifest);
});

test.each([
  ['bun', 'bun', 'package.json', 'scripts', 'bun --no-install ./fw'],
  ['deno', 'deno', 'deno.json', 'tasks', 'deno run --allow-all ./fw'],
  ['workers', 'pnpm', 'package.json', 'scripts', 'node fw'],
] as const)('in a project for %s, %s is named', async (target, packageManager, path, object, script) => {
  const project = {
    ...(await projectWith({ ...older, 'deno.json': '{ "tasks": {} }' })),
    target,
    packageManager,
  };
  expect(writeFwFile(project)).toEqual([
    { path: 'fw', action: 'made' },
    { path, action: 'edited' },
  ]);
  expect(JSON.parse(await readFile(join(project.root, path), 'utf8'))[object].fw).toBe(script);
  expect(await readFile(join(project.root, 'fw'), 'utf8')).toContain(`Run ${packageManager} install first.`);
});

test('a file or folder of the project with the same name is neither overwritten nor used', async () => {
  const file = await projectWith({ ...older, fw: 'mine\n' });
  const folder = await projectWith(older);
  await mkdir(join(folder.root, 'fw'));
  for (const project of [file, folder]) {
    expect(writeFwFile(project)).toEqual([]);
    expect([isFwFileMissing(project.root), hasFwFile(project.root)]).toEqual([false, false]);
  }
  expect(readFileSync(join(file.root, 'fw'), 'utf8')).toBe('mine\n');
});
