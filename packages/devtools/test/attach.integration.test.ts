import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = `
import { Application } from 'fw-runtime/b';
const app = new Application({ debug: true, log: () => {} });
app.pipe(() => { throw new Error('tangerine'); });
console.log(await (await app.request('/', { headers: { accept: 'text/html' } })).text());
`;

/** Without types and source maps, which no program loads. */
const isRun = (path: string): boolean => !/\.(?:d\.ts|map)$/.test(path);

/** A project beside copies of both packages; the version of fw-devtools may differ. */
function project(version?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-attach-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of ['runtime', 'devtools']) {
    const from = join(process.cwd(), 'packages', name);
    const to = join(modules, `fw-${name}`);
    mkdirSync(to);
    cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true, filter: isRun });
    const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as object;
    const changed = name === 'devtools' && version !== undefined ? { ...manifest, version } : manifest;
    writeFileSync(join(to, 'package.json'), JSON.stringify(changed));
  }
  for (const name of ['tinyglobby', 'mime']) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'index.mjs'), PROGRAM);
  return folder;
}

test('node --import fw-devtools/attach shows errors with their source', async () => {
  const cwd = project();
  const { stdout } = await execa('node', ['--import', 'fw-devtools/attach', 'index.mjs'], { cwd });
  expect(stdout).toContain('<h1>tangerine</h1>');
});

test('without it, the same program shows message and stack as plain text', async () => {
  const { stdout } = await execa('node', ['index.mjs'], { cwd: project() });
  expect(stdout).toMatch(/^500 Internal Server Error\ntangerine\n/);
});

test('with another version of fw-runtime it warns, attaches nothing, and the program runs', async () => {
  const cwd = project('0.2.0');
  const { stdout, stderr } = await execa('node', ['--import', 'fw-devtools/attach', 'index.mjs'], { cwd });
  expect(stderr).toBe(
    'The development tools are not attached: fw-devtools 0.2.0 needs fw-runtime 0.2.0, and 0.1.0 is installed.',
  );
  expect(stdout).toMatch(/^500 Internal Server Error\ntangerine\n/);
});
