import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { treeOf } from '../laid-down.ts';
import { before, cwd, expectUnchanged, folder, read, run, runProgram, write } from './site.ts';

/** A folder with a program `npm` that does what a test says. */
let bin: string;

beforeAll(async () => {
  bin = join(folder, 'bin');
  await mkdir(bin);
});

afterAll(() => rm(bin, { recursive: true, force: true }));

/** Adds something with a package manager of which only the ending is of interest. */
async function addWith(script: string, ...args: string[]): Promise<Awaited<ReturnType<typeof run>>> {
  await writeFile(join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'npm'), 0o755);
  return runProgram(args, { PATH: `${bin}${delimiter}${process.env['PATH']}` });
}

describe('fw add', () => {
  test('lists what there is where nobody can be asked', async () => {
    const listed = await run(['add']);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^cors {2,}lets pages of other origins read what the site answers$/m);
    expect((await run(['add', '--list'])).stdout).toBe(listed.stdout);
    const json = JSON.parse((await run(['add', '--json'])).stdout) as { name: string }[];
    expect(json[0]).toEqual({ name: expect.any(String), summary: expect.any(String) });
  });

  test('names what was meant by an unknown name', async () => {
    const { exitCode, stderr } = await run(['add', 'corse']);
    expect([exitCode, stderr]).toEqual([2, 'Unknown addition "corse": did you mean cors?']);
  });

  test('adds, and says that there is nothing to do the second time; fw undo brings back every byte', async () => {
    const { exitCode, stdout } = await addWith('echo "{}" > package-lock.json', 'add', 'cors');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'Installing fw-middleware with npm …',
        'edited  package.json',
        'edited  config/providers.ts',
        'made    config/autoload/cors.global.ts',
        'made    test/cors.test.ts',
        'made    package-lock.json',
        'Installed fw-middleware with npm.',
        'To take it back: npm run fw -- undo',
      ].join('\n'),
    );
    expect(await read('config/providers.ts')).toContain('ConfigProvider[] = [corsProvider];');
    const dependencies = Object.keys(JSON.parse(await read('package.json')).dependencies);
    expect(dependencies).toEqual(['fw-middleware', 'fw-runtime']);
    const again = await run(['add', 'cors']);
    expect([again.exitCode, again.stdout]).toEqual([0, 'Nothing to do: all of it is there already.']);

    const undone = await addWith('echo follows > node_modules.txt; echo "{ }" > package-lock.json', 'undo');
    expect(undone.stdout).toContain('Undone: fw add cors');
    expect(await read('node_modules.txt')).toBe('follows\n');
    await rm(join(cwd, 'node_modules.txt'));
    await expectUnchanged();
  });

  test('two that share files are taken back one by one', async () => {
    expect((await run(['add', 'cors', '--no-install'])).exitCode).toBe(0);
    const one = await treeOf(cwd);
    expect((await run(['add', 'request-id', '--no-install'])).exitCode).toBe(0);
    expect((await run(['undo'])).exitCode).toBe(0);
    expect(await treeOf(cwd)).toEqual(one);
    expect((await run(['undo'])).exitCode).toBe(0);
    await expectUnchanged();
  });

  test.each([
    [
      'an installation that fails',
      'echo "npm error no such package" >&2; echo x > package-lock.json; exit 1',
    ],
    ['a signal while it installs', 'echo x > package-lock.json; kill -TERM $PPID; exec sleep 20'],
  ])('%s leaves everything as it was', async (name, script) => {
    const { exitCode, stderr } = await addWith(script, 'add', 'cors');
    expect([exitCode, stderr]).toEqual(
      name.includes('signal')
        ? [143, 'Cancelled: nothing was written.']
        : [1, 'Nothing was written, because npm install failed: no such package'],
    );
    await expectUnchanged();
  });

  test('a site that would not load with it stays as it is, and what was installed goes again', async () => {
    await write(
      'config/autoload/zone.global.ts',
      `import { existsSync } from 'node:fs';
if (existsSync(new URL('cors.global.ts', import.meta.url))) throw new Error('There are two.');
export default {};
`,
    );
    const tree = await treeOf(cwd);
    const { exitCode, stderr } = await addWith('echo run >> ../installed.txt', 'add', 'cors');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nothing was written, because with this change:');
    expect(stderr).toContain('Error: There are two. (config/autoload/zone.global.ts:2');
    expect(await treeOf(cwd)).toEqual(tree);
    expect((await execa('cat', [join(folder, 'installed.txt')])).stdout).toBe('run\nrun');
    await rm(join(cwd, 'config/autoload/zone.global.ts'));
  });

  test('a dry run shows the diff, and neither installs nor writes', async () => {
    const { exitCode, stdout } = await addWith('exit 1', 'add', 'cors', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+    "fw-middleware": "');
    expect(stdout).toContain('+const providers: readonly ConfigProvider[] = [corsProvider];');
    await expectUnchanged();
  });

  test('a site without a list of providers gets one', async () => {
    await rm(join(cwd, 'config/providers.ts'));
    const earlier = (await read('config/config.ts'))
      .replace("import providers from './providers.ts';\n", '')
      .replace(', providers }', ' }');
    await write('config/config.ts', earlier);
    expect((await run(['add', 'cors', '--no-install'])).exitCode).toBe(0);
    for (const path of ['config/providers.ts', 'config/config.ts']) {
      const original = Buffer.from(before.get(path) ?? '', 'base64').toString();
      const expected = original
        .replace("'fw-runtime';\n\n", "'fw-runtime';\nimport { corsProvider } from 'fw-middleware/cors';\n\n")
        .replace('= [];', '= [corsProvider];');
      expect(await read(path)).toBe(path === 'config/config.ts' ? original : expected);
    }

    await run(['undo']);
    await write('config/config.ts', 'export { default } from "./elsewhere.ts";\n');
    await write(
      'config/elsewhere.ts',
      `${earlier.replace('loadConfig(', 'loadConfig(...[')}`.replace('});', '}]);'),
    );
    const { exitCode, stderr } = await run(['add', 'cors', '--no-install']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('config/config.ts was not understood: it does not call loadConfig({ … }).');
    await rm(join(cwd, 'config/elsewhere.ts'));
  });
});
