import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { execa } from 'execa';
import { describe, expect, test } from 'vitest';

import { binary, cleanEnvironment, createFwApp, fakeProgram } from './built-binary.ts';
import { emptyFolder, listing, writeFiles } from './folders.ts';
import { keys, Sitting } from './terminal.ts';

// Each test is named after a line of the list of what went wrong in other generators.

const packageFolder = join(import.meta.dirname, '..');
const quietly = ['--yes', '--no-install', '--no-git'];

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

test('no terminal and an answer missing: the flag is named, and the exit code is 2', async () => {
  const cwd = await emptyFolder();
  const { exitCode, stdout, stderr } = await createFwApp(['my-site'], { cwd });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(
    '--variant <a|b> is missing, and there is no terminal to ask at: pass it, or --yes for b.',
  );
  expect(await listing(cwd)).toEqual([]);
});

test('an input that has already ended is no terminal, and nobody waits for it', async () => {
  const cwd = await emptyFolder();
  const child = spawn(process.execPath, [binary], { cwd, env: cleanEnvironment(), stdio: 'pipe' });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

test('Ctrl-C, Esc, end of input: exit code 130, nothing written', async () => {
  for (const key of [keys.controlC, keys.escape, keys.controlD]) {
    const cwd = await emptyFolder();
    const sitting = new Sitting(['my-site', '--variant', 'a'], { cwd });
    expect(await (await sitting.sees('? Form')).types(key).ends()).toBe(130);
    expect(await listing(cwd)).toEqual([]);
  }
});

test.each([
  ['--variant', 'c', 'Unknown variant "c": choose a or b.'],
  ['--form', 'conf', 'Unknown form "conf": choose config, hybrid or programmatic.'],
  ['--router', 'rou4', 'Unknown router "rou4": did you mean rou3?'],
  ['--package-manager', 'nmp', 'Unknown package manager "nmp": choose npm, pnpm, yarn or bun.'],
])('an unknown name is not silently replaced by the default: %s %s', async (flag, value, sentence) => {
  const cwd = await emptyFolder();
  const { exitCode, stderr } = await createFwApp(['my-site', flag, value, '--yes'], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: sentence });
  expect(await listing(cwd)).toEqual([]);
});

test('npm create fw-app my-site --variant b without --, whose flags npm swallows, does what was meant', async () => {
  const cwd = await emptyFolder();
  // What npm create runs once the package is there.
  const program = join(cwd, 'node_modules', '.bin', 'create-fw-app');
  await writeFiles(cwd, {
    'node_modules/.bin/create-fw-app': `#!/usr/bin/env node\nimport(${JSON.stringify(binary)});\n`,
  });
  await chmod(program, 0o755);
  const flags = ['--variant', 'a', '--form', 'hybrid', '--router=rou3', '--no-install', '--no-git'];
  const npm = await execa('npm', ['exec', 'create-fw-app', 'shop', ...flags], {
    cwd,
    env: cleanEnvironment(),
    extendEnv: false,
    stdin: 'ignore',
  });
  expect(npm.stdout).toContain('Made shop, a site of variant A, form hybrid, router rou3: ');
  expect(npm.stdout).toContain('  npm install\n');
  expect(await readdir(join(cwd, 'shop'))).not.toContain('.git');
});

describe('targets', () => {
  const lay = async (directory: string, cwd: string, ...flags: string[]): ReturnType<typeof createFwApp> =>
    createFwApp([directory, ...quietly, ...flags], { cwd });
  const nameAt = async (site: string): Promise<string> =>
    (await readJson<{ name: string }>(join(site, 'package.json'))).name;

  test('"." is the current folder', async () => {
    const cwd = join(await emptyFolder(), 'here');
    await mkdir(cwd);
    expect((await lay('.', cwd)).exitCode).toBe(0);
    expect(await nameAt(cwd)).toBe('here');
  });

  test('an absolute path is not joined to the working directory', async () => {
    const cwd = await emptyFolder();
    const site = join(await emptyFolder(), 'my-site');
    expect((await lay(site, cwd)).exitCode).toBe(0);
    expect([await nameAt(site), await listing(cwd)]).toEqual(['my-site', []]);
  });

  test('a path with spaces is quoted in what comes next', async () => {
    const cwd = await emptyFolder();
    expect((await lay('My Sites/My Shop', cwd)).stdout).toContain(`cd 'My Sites/My Shop'`);
    expect(await nameAt(join(cwd, 'My Sites/My Shop'))).toBe('my-shop');
  });

  test('a scoped name is a folder in a folder, and the name of the package', async () => {
    const cwd = await emptyFolder();
    expect((await lay('@acme/shop', cwd)).stdout).toContain('The package is called @acme/shop.');
    expect(await nameAt(join(cwd, '@acme/shop'))).toBe('@acme/shop');
  });

  test('a name that npm does not take is changed, and that is said', async () => {
    const cwd = await emptyFolder();
    expect((await lay('Ünï_Ça', cwd)).stdout).toContain(
      'The package is called uni_ca: npm does not take "Ünï_Ça" as a name.',
    );
    expect(await nameAt(join(cwd, 'Ünï_Ça'))).toBe('uni_ca');
  });

  test('a name of which nothing is left is refused', async () => {
    const { exitCode, stderr } = await lay('x/日本', await emptyFolder());
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The folder name "日本" cannot be used as a package name');
  });

  test.each(['vitest', 'rou3', 'plop'])(
    'the name of a dependency of the site is changed: %s',
    async (name) => {
      const cwd = await emptyFolder();
      expect((await lay(name, cwd)).stdout).toContain(`The package is called ${name}-site`);
      expect(await nameAt(join(cwd, name))).toBe(`${name}-site`);
    },
  );

  test('a folder that is not empty is refused with what is in the way', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/notes': 'mine', 'my-site/.env': '' });
    const { exitCode, stderr } = await lay('my-site', cwd);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('my-site is not empty, it holds .env, notes: ');
    expect(await listing(cwd)).toEqual(['my-site', 'my-site/.env', 'my-site/notes']);
  });

  test('a folder that is not empty is emptied when --overwrite says so, and .git is never touched', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/notes': 'mine', 'my-site/.git/HEAD': 'ref: refs/heads/mine\n' });
    const { exitCode, stdout } = await createFwApp(
      ['my-site', '--yes', '--no-install', '--git', '--overwrite'],
      { cwd },
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'Everything else in the folder goes: notes.\nThe .git of the folder stays as it is.',
    );
    expect(await listing(join(cwd, 'my-site', '.git'))).toEqual(['HEAD']);
    expect(await listing(join(cwd, 'my-site'))).not.toContain('notes');
    expect(await nameAt(join(cwd, 'my-site'))).toBe('my-site');
  });

  test.each(['.git', '.git/hooks', '.git/site', '.GIT', 'link'])(
    'a .git folder is refused, and what is in one, --overwrite or not: %s',
    async (directory) => {
      const cwd = await emptyFolder();
      await writeFiles(cwd, { '.git/HEAD': 'ref: refs/heads/mine\n', '.git/hooks/pre-commit': '' });
      await symlink('.git', join(cwd, 'link'));
      const before = await listing(cwd);
      const { exitCode, stderr } = await lay(directory, cwd, '--overwrite');
      expect(exitCode).toBe(2);
      expect(stderr).toBe(`${directory} is in a .git folder, which is git's own: choose another place.`);
      expect(await listing(cwd)).toEqual(before);
    },
  );

  test('a file is refused, --overwrite or not', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site': 'mine' });
    for (const flags of [[], ['--overwrite']]) {
      const { exitCode, stderr } = await lay('my-site', cwd, ...flags);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('my-site is not a folder');
    }
    expect(await readFile(join(cwd, 'my-site'), 'utf8')).toBe('mine');
  });

  test('a link that leads nowhere is refused', async () => {
    const cwd = await emptyFolder();
    await symlink('gone', join(cwd, 'my-site'));
    expect((await lay('my-site', cwd)).exitCode).toBe(2);
  });

  test('a folder inside a git repository gets no repository of its own, unless asked for', async () => {
    const cwd = await emptyFolder();
    await execa('git', ['init', '--quiet'], { cwd });
    const { stdout } = await createFwApp(['one', '--yes', '--no-install'], { cwd });
    expect(stdout).toContain(`No repository of its own, because it lies in that of ${cwd}.`);
    expect(await readdir(join(cwd, 'one'))).not.toContain('.git');
    expect((await createFwApp(['two', '--yes', '--no-install', '--git'], { cwd })).exitCode).toBe(0);
    expect(await readdir(join(cwd, 'two'))).toContain('.git');
    const outer = await execa('git', ['status', '--porcelain'], { cwd });
    expect(outer.stdout.split('\n')).toEqual(['?? one/', '?? two/']);
  });

  test.each([
    ['C#', 'Its path contains "#", so its tests will fail there, because Vite cannot work with that'],
    ['100%20', 'Its path contains "%20", so its tests will fail there'],
    [
      'why?',
      'Its path contains "?", so npm run dev, fw and its tests will fail there, because tsx and Vite cannot',
    ],
  ])('a folder called %s, which the tools of a site cannot work in: it says so', async (name, note) => {
    const { stdout } = await lay(`${name}/my-site`, await emptyFolder());
    expect(stdout).toContain(note);
  });

  test('a folder inside an npm workspace leaves the workspace alone, and says so', async () => {
    const cwd = await emptyFolder();
    const workspace = '{ "private": true, "workspaces": ["packages/*"] }\n';
    await writeFiles(cwd, { 'package.json': workspace });
    const { stdout } = await lay('packages/my-site', cwd);
    expect(stdout).toContain(`It lies in the workspace of ${cwd}`);
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(workspace);
    expect(await readdir(cwd)).toEqual(['package.json', 'packages']);
  });

  test('a site for pnpm inside a workspace is a workspace of its own, and what joins it is said', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'pnpm-workspace.yaml': 'packages:\n  - sites/*\n' });
    const { stdout } = await lay('sites/my-site', cwd, '--package-manager', 'pnpm');
    expect(stdout).toContain(
      `It lies in the workspace of ${cwd}, but pnpm installs it by itself: to make it a part of that, remove its pnpm-workspace.yaml, whose allowBuilds belongs into the one there.`,
    );
    expect(await readFile(join(cwd, 'sites/my-site/pnpm-workspace.yaml'), 'utf8')).toMatch(
      'packages:\n  - .\n',
    );
  });
});

test('a failed step leaves nothing of half a site', async () => {
  const cwd = await emptyFolder();
  // A folder that can be made, but whose deepest file has a longer path than the system allows.
  const room = 4060 - cwd.length - 1;
  const directory =
    `${'x'.repeat(199)}/`.repeat(Math.floor(room / 200)) + 'y'.repeat(room % 200) + '/my-site';
  const { exitCode, stderr } = await createFwApp([directory, ...quietly], { cwd });
  expect(stderr).toMatch('The site could not be laid down, and nothing of it was left behind: ENAMETOOLONG');
  expect(exitCode).toBe(1);
  expect(await readdir(cwd)).toEqual([]);
});

test('an install that fails keeps the site, prints the command to retry and exits non-zero', async () => {
  const cwd = await emptyFolder();
  const env = await fakeProgram('npm', `console.error('npm error the disk is full'); process.exit(1)`);
  const { exitCode, stderr } = await createFwApp(['my-site', '--yes', '--no-git'], { cwd, env });
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    'npm install failed (the disk is full); the site is kept, to try again run: cd my-site && npm install',
  );
  expect(await readdir(join(cwd, 'my-site'))).toContain('package.json');
});

test('npm pack drops no template: none has a name that npm leaves out or takes for its own', async () => {
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json'], { cwd: packageFolder });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { files: { path: string }[] }>);
  const templates = join(packageFolder, 'templates');
  const entries = await readdir(templates, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const shipped = (packed?.files ?? []).map(({ path }) => join(packageFolder, path));
  expect(shipped).toEqual(expect.arrayContaining(files));
  expect(files.map((file) => basename(file)).filter((name) => /^(\.|package\.json$)/.test(name))).toEqual([]);
});

test.each([
  ['a', 'config'],
  ['b', 'hybrid'],
  ['a', 'programmatic'],
])('what comes out of handlebars is neither escaped nor left over: %s, %s', async (variant, form) => {
  const cwd = await emptyFolder();
  const directory = 'My "Site" <&> {{name}}';
  const flags = ['--variant', variant, '--form', form, '--no-install', '--no-git'];
  expect((await createFwApp([directory, ...flags], { cwd })).exitCode).toBe(0);
  const site = join(cwd, directory);
  expect(await readFile(join(site, 'README.md'), 'utf8')).toMatch(`# ${directory}\n`);
  for (const path of await listing(site)) {
    const text = await readFile(join(site, path), 'utf8').catch(() => '');
    expect(text.replaceAll(directory, ''), path).not.toMatch(/\{\{|&(quot|lt|gt|amp|#x27|#x3D);/);
    if (path.endsWith('.json')) JSON.parse(text);
  }
});

test('nothing depends on install scripts, which are blocked by default', async () => {
  const cwd = await emptyFolder();
  await createFwApp(['my-site', ...quietly], { cwd });
  type Scripts = { scripts?: Record<string, string> };
  for (const manifest of [join(cwd, 'my-site/package.json'), join(packageFolder, 'package.json')]) {
    const { scripts = {} } = await readJson<Scripts>(manifest);
    const atInstall = /^(pre|post)?(install|prepare)$|^prepublish$/;
    expect(Object.keys(scripts).filter((name) => atInstall.test(name))).toEqual([]);
  }
});

test('a reader that goes away, as in | head -1, costs neither the site nor a stack', async () => {
  const cwd = await emptyFolder();
  const child = spawn(process.execPath, [binary, 'my-site', ...quietly], {
    cwd,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(stderr).toBe('');
  expect(await readdir(join(cwd, 'my-site'))).toContain('package.json');
});
