import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEPENDENCY_NAMES } from '../src/package-name.ts';
import { createFwApp } from './built-binary.ts';
import { fakeProgram } from '../../command-line/test/programs.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

interface Manifest {
  version: string;
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

const startedByNpm = { npm_config_user_agent: 'npm/11.0.0 node/v22.0.0 linux x64' };
const own = await readManifest(join(import.meta.dirname, '..'));

describe('create-fw-app', () => {
  for (const { some, tags } of essentialFirst(['b', 'a'])) {
    test.each(some)(
      'creates a project with variant %s and prints the next steps',
      { tags },
      async (variant) => {
        const cwd = await emptyFolder();
        const run = await createFwApp(['my-site', '--variant', variant, '--no-install', '--no-git'], { cwd });
        expect(run).toMatchObject({ exitCode: 0, stderr: '' });
        expect(run.stdout).toMatch(
          `Created my-site, a project with variant ${variant.toUpperCase()}, layout config`,
        );
        expect(run.stdout).toMatch(
          '\nNext:\n\n  cd my-site\n  npm install\n  npm run dev\n\nthen open http://localhost:8080/',
        );

        const files = await listing(join(cwd, 'my-site'));
        expect(files).toEqual(expect.arrayContaining(['.gitignore', 'package.json', 'tsconfig.json']));
        expect(files.filter((file) => file.endsWith('.hbs') || basename(file).startsWith('_'))).toEqual([]);
        expect(await listing(cwd)).toHaveLength(files.length + 1);
        const manifest = await readManifest(join(cwd, 'my-site'));
        expect(manifest.name).toBe('my-site');
        expect(manifest.dependencies?.['fw-runtime']).toBe(`^${own.version}`);
      },
    );
  }

  test('reads the location of the runtime from FW_RUNTIME_SPEC', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const env = { FW_RUNTIME_SPEC: 'file:/tmp/fw-runtime-0.1.0.tgz' };
    await createFwApp(['my-site', '--yes', '--no-install', '--no-git'], { cwd, env });
    const { dependencies } = await readManifest(join(cwd, 'my-site'));
    expect(dependencies?.['fw-runtime']).toBe('file:/tmp/fw-runtime-0.1.0.tgz');
  });

  test('changes the name of a project that is the name of a dependency', async () => {
    const cwd = await emptyFolder();
    const { stdout } = await createFwApp(['vitest', '--yes', '--no-install', '--no-git'], { cwd });
    expect(stdout).toMatch('The package is named vitest-site, because the project itself depends on vitest.');
    const { name, dependencies, devDependencies } = await readManifest(join(cwd, 'vitest'));
    expect(name).toBe('vitest-site');
    const depended = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@'),
    );
    expect([...DEPENDENCY_NAMES]).toEqual(expect.arrayContaining(depended));
  });

  test('creates a project in the current folder and leaves its .git unchanged', async () => {
    const cwd = join(await emptyFolder(), 'here');
    await writeFiles(cwd, { '.git/HEAD': 'ref: refs/heads/main\n', '.git/hooks/x': '' });
    const { exitCode, stdout } = await createFwApp(['.', '--yes', '--no-install', '--no-git'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch('cd ');
    expect((await readManifest(cwd)).name).toBe('here');
    expect(await listing(join(cwd, '.git'))).toEqual(['HEAD', 'hooks', 'hooks/x']);
    expect(await readFile(join(cwd, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  test('creates a project at a path with spaces', async () => {
    const cwd = await emptyFolder();
    const { stdout } = await createFwApp(['My Sites/My Shop', '--yes', '--no-install', '--no-git'], { cwd });
    expect(stdout).toMatch('The package is named my-shop: npm does not allow "My Shop" as a name.');
    expect(stdout).toMatch(`cd 'My Sites/My Shop'`);
    expect((await readManifest(join(cwd, 'My Sites/My Shop'))).name).toBe('my-shop');
  });

  test('creates a project at an absolute path', async () => {
    const cwd = await emptyFolder();
    const elsewhere = join(await emptyFolder(), 'my-site');
    expect((await createFwApp([elsewhere, '--yes', '--no-install', '--no-git'], { cwd })).exitCode).toBe(0);
    expect(await listing(cwd)).toEqual([]);
    expect((await readManifest(elsewhere)).name).toBe('my-site');
  });

  test('uses the flags that npm consumed', async () => {
    const cwd = await emptyFolder();
    const env = { ...startedByNpm, npm_config_variant: 'true', npm_config_install: '' };
    const { exitCode, stdout } = await createFwApp(['my-site', 'a', '--no-git'], { cwd, env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch('a project with variant A');
    expect(stdout).toMatch('npm install');
  });

  test('uses the --yes that npm consumed', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const env = { ...startedByNpm, npm_config_yes: 'true', npm_config_install: 'false' };
    const { stdout } = await createFwApp(['--no-git'], { cwd, env });
    expect(stdout).toMatch('Created my-site, a project with variant B');
  });

  test('warns that the tools of a project for Workers need a newer Node', { tags: ['full'] }, async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const flags = ['my-site', '--target', 'workers', '--dry-run', '--yes'];
    const { stdout } = await createFwApp(flags, { cwd: await emptyFolder() });
    const note = `Deploying with wrangler needs Node 22.12 or newer; this is ${process.version}.`;
    expect(stdout.includes(note)).toBe(major < 22 || (major === 22 && minor < 12));
    expect(stdout).toContain('wrangler.jsonc');
  });

  test('prints its help and its version', async () => {
    const cwd = await emptyFolder();
    for (const flag of ['--help', '-h']) {
      const { exitCode, stdout } = await createFwApp([flag], { cwd });
      expect(exitCode).toBe(0);
      expect(stdout).toMatch('Usage: npm create fw-app <folder>');
    }
    for (const flag of ['--version', '-v']) {
      expect(await createFwApp([flag], { cwd })).toMatchObject({ exitCode: 0, stdout: own.version });
    }
    expect(await listing(cwd)).toEqual([]);
  });
});

describe('create-fw-app writes nothing, prints the reason in one sentence and exits with 2', () => {
  for (const { some, tags } of essentialFirst(
    [
      ['an unknown variant', ['my-site', '--variant', 'c'], {}, 'Unknown variant "c": choose a or b.'],
      [
        'an unknown flag',
        ['my-site', '--varient', 'a'],
        {},
        'Unknown flag --varient: did you mean --variant?',
      ],
      [
        'a missing variant and no terminal',
        ['my-site'],
        {},
        '--variant <a|b> is missing, and there is no terminal for prompts: pass it, or --yes for b.',
      ],
      [
        'a missing folder and no terminal',
        ['--variant', 'a'],
        {},
        '<folder> is missing, and there is no terminal for prompts: pass it, or --yes for my-site.',
      ],
      [
        'a folder that is a file',
        ['taken', '--yes'],
        { taken: '' },
        'taken is not a folder: choose a new name, or an empty folder.',
      ],
      [
        'a folder that is not empty, before anything else is missing',
        ['taken'],
        { 'taken/notes': '' },
        'taken is not empty, it contains notes: choose a new or empty folder, or pass --overwrite to remove everything in it but .git.',
      ],
      [
        'a folder below a file',
        ['taken/x', '--yes'],
        { taken: '' },
        /taken is not a folder: choose another place\.$/,
      ],
      [
        'a router that Workers do not run',
        ['my-site', '--target', 'workers', '--router', 'find-my-way', '--yes'],
        {},
        '--router: find-my-way generates code from strings, which Workers forbid: choose tree, rou3 or path-to-regexp.',
      ],
    ],
    4,
  )) {
    test.each(some)('for %s', { tags }, async (_, args, files, sentence) => {
      const cwd = await emptyFolder();
      await writeFiles(cwd, files);
      const before = await listing(cwd);
      const { exitCode, stdout, stderr } = await createFwApp(args, { cwd });
      expect(stderr).toMatch(sentence);
      expect(stderr.split('\n')).toHaveLength(1);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(await listing(cwd)).toEqual(before);
    });
  }
});

describe('the installation', () => {
  test('runs the package manager in the project', async () => {
    const cwd = await emptyFolder();
    const record = `require('fs').writeFileSync('ran.json', JSON.stringify([process.argv.slice(2), process.env]))`;
    const env = { ...(await fakeProgram('npm', record)), ...startedByNpm, npm_config_variant: 'a' };
    const { exitCode, stdout } = await createFwApp(['my-site', '--no-git'], { cwd, env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /Installing with npm …\nInstalled with npm in \d+ s\.\n\nNext:\n\n {2}cd my-site\n {2}npm run dev\n {2}npm run generate\n/,
    );
    const [args, seen] = JSON.parse(await readFile(join(cwd, 'my-site/ran.json'), 'utf8'));
    expect(args).toEqual(['install']);
    expect(seen).not.toHaveProperty('npm_config_variant');
  });

  test('runs the package manager that started the program', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const env = {
      ...(await fakeProgram('pnpm', '')),
      npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22.0.0',
    };
    const { exitCode, stdout } = await createFwApp(['my-site', '--yes', '--no-git'], { cwd, env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch('  pnpm run dev\n');
  });

  test('keeps the project if it fails, and prints the reason and how to retry', async () => {
    const cwd = await emptyFolder();
    const env = await fakeProgram(
      'npm',
      `console.error('npm error code E1\\nnpm error the disk is full'); process.exit(1)`,
    );
    const { exitCode, stderr } = await createFwApp(['My Site', '--yes', '--no-git'], { cwd, env });
    expect(stderr).toBe(
      `npm install failed (the disk is full); the project is kept. To try again, run: cd 'My Site' && npm install`,
    );
    expect(exitCode).toBe(1);
    expect(await listing(join(cwd, 'My Site'))).toContain('package.json');
  });

  test('fails with a message if the program is missing', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const { exitCode, stderr } = await createFwApp(['my-site', '--yes', '--no-git'], {
      cwd,
      env: { PATH: cwd },
    });
    expect(stderr).toMatch('npm install failed (npm was not found on the PATH); the project is kept');
    expect(exitCode).toBe(1);
  });

  test('ends with 130 and keeps the project if it is interrupted', async () => {
    const cwd = await emptyFolder();
    const env = await fakeProgram(
      'npm',
      `process.kill(process.ppid, 'SIGINT'); setInterval(() => {}, 1000);`,
    );
    const { exitCode, stderr } = await createFwApp(['my-site', '--yes', '--no-git'], { cwd, env });
    expect(stderr).toBe(
      'Cancelled while installing; the project is kept. To continue, run: cd my-site && npm install',
    );
    expect(exitCode).toBe(130);
    expect(await listing(join(cwd, 'my-site'))).toContain('package.json');
  });
});

test('a non-empty current folder is rejected without changes', async () => {
  const cwd = join(await emptyFolder(), 'here');
  await mkdir(cwd);
  await writeFiles(cwd, { 'package.json': '{}' });
  const { exitCode, stderr } = await createFwApp(['.', '--yes'], { cwd });
  expect(stderr).toMatch('This folder is not empty, it contains package.json: choose a new or empty folder');
  expect(exitCode).toBe(2);
  expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe('{}');
});
