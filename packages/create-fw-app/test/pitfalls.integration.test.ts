import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { createFwApp as binary } from '../../../test/support/commands.ts';
import { createFwApp } from './built-binary.ts';
import { cleanEnvironment, fakeProgram } from '../../command-line/test/programs.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';
import { keys, Sitting } from '../../command-line/test/terminal.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

// Each test is named after a pitfall of other generators.

const packageFolder = join(import.meta.dirname, '..');
const quietly = ['--yes', '--no-install', '--no-git'];

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

test('no terminal and a missing answer: the message names the flag, and the exit code is 2', async () => {
  const cwd = await emptyFolder();
  const { exitCode, stdout, stderr } = await createFwApp(['my-site'], { cwd });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(
    '--variant <a|b> is missing, and there is no terminal for prompts: pass it, or --yes for b.',
  );
  expect(await listing(cwd)).toEqual([]);
});

test('an input that has already ended is not a terminal, and causes no wait', async () => {
  const cwd = await emptyFolder();
  const child = spawn(process.execPath, [binary], { cwd, env: cleanEnvironment(), stdio: 'pipe' });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

test('Ctrl-C, Esc, end of input: exit code 130, nothing written', { tags: ['full'] }, async () => {
  for (const key of [keys.controlC, keys.escape, keys.controlD]) {
    const cwd = await emptyFolder();
    const sitting = new Sitting(['my-site', '--variant', 'a'], { program: binary, cwd });
    expect(await (await sitting.sees('? Project layout')).types(key).ends()).toBe(130);
    expect(await listing(cwd)).toEqual([]);
  }
});

for (const { some, tags } of essentialFirst([
  ['--router', 'rou4', 'Unknown router "rou4": did you mean rou3?'],
  ['--form', 'conf', 'Unknown form "conf": choose config, hybrid or programmatic.'],
  ['--variant', 'c', 'Unknown variant "c": choose a or b.'],
  ['--package-manager', 'nmp', 'Unknown package manager "nmp": did you mean npm?'],
])) {
  test.each(some)(
    'an unknown name is not silently replaced by the default: %s %s',
    { tags },
    async (flag, value, sentence) => {
      const cwd = await emptyFolder();
      const { exitCode, stderr } = await createFwApp(['my-site', flag, value, '--yes'], { cwd });
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: sentence });
      expect(await listing(cwd)).toEqual([]);
    },
  );
}

test(
  'npm create fw-app my-site --variant b without --, whose flags npm consumes, works as intended',
  { tags: ['full'] },
  async () => {
    const cwd = await emptyFolder();
    // The command that npm create runs after the download.
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
    expect(npm.stdout).toContain('Created shop, a project with variant A, layout hybrid, router rou3: ');
    expect(npm.stdout).toContain('  npm install\n');
    expect(await readdir(join(cwd, 'shop'))).not.toContain('.git');
  },
);

test('a failed step leaves no partial project', async () => {
  const cwd = await emptyFolder();
  // A folder that can be created, but whose deepest file has a path longer than the system permits.
  const room = 4060 - cwd.length - 1;
  const directory =
    `${'x'.repeat(199)}/`.repeat(Math.floor(room / 200)) + 'y'.repeat(room % 200) + '/my-site';
  const { exitCode, stderr } = await createFwApp([directory, ...quietly], { cwd });
  expect(stderr).toMatch('The project could not be created, and nothing was left behind: ENAMETOOLONG');
  expect(exitCode).toBe(1);
  expect(await readdir(cwd)).toEqual([]);
});

test(
  'a failed installation keeps the project, prints the command to retry and exits non-zero',
  { tags: ['full'] },
  async () => {
    const cwd = await emptyFolder();
    const env = await fakeProgram('npm', `console.error('npm error the disk is full'); process.exit(1)`);
    const { exitCode, stderr } = await createFwApp(['my-site', '--yes', '--no-git'], { cwd, env });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'npm install failed (the disk is full); the project is kept. To try again, run: cd my-site && npm install',
    );
    expect(await readdir(join(cwd, 'my-site'))).toContain('package.json');
  },
);

test(
  'npm pack omits no template: none has a name that npm excludes or renames',
  { tags: ['full'] },
  async () => {
    const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--silent'], {
      cwd: packageFolder,
    });
    const [packed] = Object.values(JSON.parse(stdout) as Record<string, { files: { path: string }[] }>);
    const root = join(packageFolder, '..', '..');
    const entries = await readdir(join(root, 'templates', 'app'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const shipped = (packed?.files ?? []).map(({ path }) => join(root, path));
    expect(shipped).toEqual(expect.arrayContaining(files));
    expect(files.map((file) => basename(file)).filter((name) => /^(\.|package\.json$)/.test(name))).toEqual(
      [],
    );
  },
);

for (const { some, tags } of essentialFirst([
  ['b', 'hybrid'],
  ['a', 'config'],
  ['a', 'programmatic'],
])) {
  test.each(some)(
    'rendered templates contain no HTML escapes and no leftovers: %s, %s',
    { tags },
    async (variant, form) => {
      const cwd = await emptyFolder();
      const directory = 'My "Site" <&> {{name}}';
      const flags = ['--variant', variant, '--form', form, '--no-install', '--no-git'];
      expect((await createFwApp([directory, ...flags], { cwd })).exitCode).toBe(0);
      const project = join(cwd, directory);
      expect(await readFile(join(project, 'README.md'), 'utf8')).toMatch(`# ${directory}\n`);
      for (const path of await listing(project)) {
        const text = await readFile(join(project, path), 'utf8').catch(() => '');
        expect(text.replaceAll(directory, ''), path).not.toMatch(/\{\{|&(quot|lt|gt|amp|#x27|#x3D);/);
        if (path.endsWith('.json')) JSON.parse(text);
      }
    },
  );
}

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

test(
  'NODE_ENV=development in the shell: tests still run with NODE_ENV=test',
  { tags: ['full'] },
  async () => {
    const cwd = await emptyFolder();
    await createFwApp(['my-site', ...quietly], { cwd });
    const project = join(cwd, 'my-site');
    await symlink(join(packageFolder, '..', '..', 'node_modules'), join(project, 'node_modules'), 'junction');
    const expectation = "test('NODE_ENV', () => expect(process.env.NODE_ENV).toBe('test'));";
    await writeFiles(project, {
      'test/environment.test.ts': `import { expect, test } from 'vitest';\n${expectation}\n`,
    });
    const vitest = join(packageFolder, '..', '..', 'node_modules', 'vitest', 'vitest.mjs');
    const { exitCode, all } = await execa(process.execPath, [vitest, 'run', 'test/environment.test.ts'], {
      cwd: project,
      env: { ...cleanEnvironment(), NODE_ENV: 'development', VITEST: undefined },
      extendEnv: false,
      reject: false,
      all: true,
    });
    expect(exitCode, all).toBe(0);
  },
);

test('a reader that closes the pipe, as in | head -1, neither loses the project nor prints a stack', async () => {
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
