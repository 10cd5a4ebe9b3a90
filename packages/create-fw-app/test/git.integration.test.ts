import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { createFwApp } from './built-binary.ts';
import { SECRET_FILES } from '#command-line/secret-files';
import { fakeProgram } from '../../command-line/test/programs.ts';
import { emptyFolder, listing } from '../../command-line/test/folders.ts';

const flags = ['--yes', '--no-install'];

async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await execa('git', args, { cwd })).stdout;
}

describe('a git repository', () => {
  test('is created with all files that are not ignored in a first commit', async () => {
    const cwd = await emptyFolder();
    const { exitCode, stdout } = await createFwApp(['my-site', ...flags], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Created a git repository with a first commit.');
    const project = join(cwd, 'my-site');
    expect(await git(project, 'log', '--format=%s')).toBe('Initial commit');
    expect(await git(project, 'status', '--porcelain')).toBe('');
    const committed = (await git(project, 'ls-files')).split('\n');
    expect(committed).toEqual(expect.arrayContaining(['.gitignore', '.fw/manifest.json', 'data/.gitignore']));
    expect(committed).not.toContain('config/autoload/development.local.ts');
    expect(await git(project, 'ls-files', '--stage', 'fw')).toMatch(/^100755 /);
    if (process.platform !== 'win32') expect((await stat(join(project, 'fw'))).mode & 0o111).not.toBe(0);
  });

  test('ignores the files with secrets that the images leave out, and commits .npmrc and .env.example', async () => {
    const cwd = await emptyFolder();
    await createFwApp(['my-site', ...flags], { cwd });
    const project = join(cwd, 'my-site');
    const ignored = [
      '.env',
      '.env.local',
      '.env.production',
      'config/.env',
      '.envrc',
      '.netrc',
      '.aws/credentials',
      '.ssh/id_ed25519',
      'key.pem',
      'data/tls/server.key',
      'client.p12',
      'client.pfx',
    ];
    const committed = ['.env.example', 'config/.env.example', '.npmrc', 'src/keys.ts', 'public/a.pem.txt'];
    const { stdout } = await execa('git', ['check-ignore', ...ignored, ...committed], { cwd: project });
    expect(stdout.split('\n')).toEqual(ignored);

    const dockerignore = await readFile(
      join(import.meta.dirname, '../../../templates/generators/add/docker/dockerignore.hbs'),
      'utf8',
    );
    const own = /# Files with secrets\.\n([^]*?)!/.exec(
      await readFile(join(project, '.gitignore'), 'utf8'),
    )?.[1];
    expect(own?.trim().split('\n')).toEqual(SECRET_FILES);
    expect(dockerignore).toContain('{{#each secretFiles}}\n**/{{this}}\n{{/each}}\n**/.npmrc\n');
  });

  test('has the branch that git is configured for, or main', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const configured = join(cwd, 'gitconfig');
    await writeFile(configured, '[init]\n\tdefaultBranch = trunk\n');
    const none = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
    await createFwApp(['one', ...flags], { cwd, env: none });
    await createFwApp(['two', ...flags], { cwd, env: { ...none, GIT_CONFIG_GLOBAL: configured } });
    expect(await git(join(cwd, 'one'), 'branch', '--show-current')).toBe('main');
    expect(await git(join(cwd, 'two'), 'branch', '--show-current')).toBe('trunk');
  });

  test('is not the repository of the hook that runs the program', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    await git(cwd, 'init', '--quiet');
    const env = { GIT_DIR: join(cwd, '.git'), GIT_INDEX_FILE: join(cwd, '.git/index') };
    const before = await listing(join(cwd, '.git'));
    const { exitCode } = await createFwApp(['my-site', ...flags, '--git'], { cwd, env });
    expect(exitCode).toBe(0);
    expect(await listing(join(cwd, '.git'))).toEqual(before);
    expect(await git(join(cwd, 'my-site'), 'log', '--format=%s')).toBe('Initial commit');
  });

  test(
    'that cannot be created keeps the project, and prints the reason and how to retry',
    { tags: ['full'] },
    async () => {
      const cwd = await emptyFolder();
      const source = `if (process.argv.includes('commit')) { console.error('fatal: no room'); process.exit(128); }`;
      const env = await fakeProgram('git', source);
      const { exitCode, stderr } = await createFwApp(['my-site', ...flags], { cwd, env });
      expect(stderr).toBe(
        'git failed (no room); the project is kept. To try again, run: ' +
          'cd my-site && git init && git add --all && git commit --message "Initial commit"',
      );
      expect(exitCode).toBe(0);
      expect(await listing(join(cwd, 'my-site'))).toContain('package.json');
    },
  );

  test('is skipped if git is missing, with a message', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const { exitCode, stderr } = await createFwApp(['my-site', ...flags], { cwd, env: { PATH: cwd } });
    expect(stderr).toMatch('git failed (git was not found on the PATH); the project is kept');
    expect(exitCode).toBe(0);
  });
});
