import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { fwFileFor } from '../../packages/command-line/src/fw-file.ts';
import { emptyFolder, writeFiles } from '../../packages/command-line/test/folders.ts';
import { MODULE_RUNTIMES, PLAIN, type Runtime } from './runtimes.ts';

const MISSING = 'The package fw-cli is missing. Run npm install first.';
const entry = { name: 'fw-cli', type: 'module', exports: { './fw': './fw.js' } };

/** Installs `fw-cli` with this program, and runs the file `fw` of a project. */
async function runFile(
  { binary, args }: Runtime,
  program: string | undefined,
  { exports } = entry as { exports: object },
): Promise<{ exitCode?: number; stdout: string; stderr: string }> {
  const root = await emptyFolder();
  await writeFiles(root, {
    'package.json': '{ "type": "module", "devDependencies": { "fw-cli": "^0.1.0" } }',
    fw: fwFileFor('npm'),
    'node_modules/other/package.json': '{ "name": "other" }',
    ...(program !== undefined && {
      'node_modules/fw-cli/package.json': JSON.stringify({ ...entry, exports }),
      'node_modules/fw-cli/fw.js': program,
    }),
  });
  return execa(binary, [...args, './fw', 'routes', '--json'], { cwd: root, env: PLAIN, reject: false });
}

describe.each(MODULE_RUNTIMES)('the file fw of a project, on $name', (runtime) => {
  const { tags, absent } = runtime;

  test('runs the program of fw-cli with its arguments and its exit code', { tags }, async ({ skip }) => {
    if (absent !== undefined) skip(absent);
    const program = 'console.log(process.argv.slice(2).join(" ")); await 0; process.exitCode = 3;';
    expect(await runFile(runtime, program)).toMatchObject({
      exitCode: 3,
      stdout: 'routes --json',
      stderr: '',
    });
  });

  test('names the command to install, without a stack, if fw-cli is missing', { tags }, async ({ skip }) => {
    if (absent !== undefined) skip(absent);
    expect(await runFile(runtime, undefined)).toMatchObject({ exitCode: 1, stdout: '', stderr: MISSING });
  });

  test.each([
    ['a package that fw-cli imports is missing', `import 'fw-cli-helper';`, 'fw-cli-helper'],
    ['a module of fw-cli is missing', `import './gone.js';`, 'gone.js'],
    ['fw-cli throws', `throw new Error('broken on purpose');`, 'broken on purpose'],
    ['fw-cli throws no error', `throw undefined;`, 'undefined'],
    ['fw-cli has a syntax error', `const = 1;`, ''],
  ])('does not hide that %s', { tags }, async (_, program, shown) => {
    if (absent !== undefined) return;
    const { exitCode, stderr } = await runFile(runtime, program);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(shown);
    expect(stderr).not.toContain('install first');
  });
});

// Bun reports a package without the entry point as missing.
test('the file fw does not hide that fw-cli is older than the file', async () => {
  const { exitCode, stderr } = await runFile(MODULE_RUNTIMES[0] as Runtime, '', { exports: {} });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  expect(stderr).not.toContain('install first');
});
