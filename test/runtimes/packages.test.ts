/** @module-tag full */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installed, installPacked } from './packed.ts';
import { folder } from './runtimes.ts';

const root = join(import.meta.dirname, '..', '..');
const COMPILERS = [
  { version: '5.5', program: join(folder, 'node_modules/typescript-5.5/lib/tsc.js') },
  { version: '5.9', program: join(folder, 'node_modules/typescript-5.9/lib/tsc.js') },
  { version: '6', program: join(folder, 'node_modules/typescript-6/lib/tsc.js') },
  { version: '7', program: join(root, 'node_modules/typescript/bin/tsc') },
];

/** The strictest options. */
const STRICT = {
  noEmit: true,
  target: 'es2022',
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
};
const APPS = [
  {
    name: 'nodenext, with the types of Node',
    compilerOptions: { ...STRICT, module: 'nodenext', lib: ['es2023'], types: ['node'] },
    files: ['with-node.ts'],
  },
  {
    name: 'bundler, without the types of Node',
    compilerOptions: {
      ...STRICT,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    },
    files: ['index.ts'],
  },
  {
    name: 'Workers, with their types',
    compilerOptions: {
      ...STRICT,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023'],
      types: ['@cloudflare/workers-types'],
    },
    files: ['worker.ts'],
  },
];
const CHECKS = [
  { name: 'publint', program: 'publint/src/cli.js', args: ['run', '--strict'] },
  { name: 'attw', program: '@arethetypeswrong/cli/dist/index.js', args: ['--profile', 'esm-only'] },
];

let installed: Installed;

beforeAll(async () => {
  installed = await installPacked([
    'find-my-way',
    'path-to-regexp',
    'rou3',
    '@opentelemetry/api',
    '@types/node',
    '@cloudflare/workers-types',
  ]);
  await cp(join(import.meta.dirname, 'consumer'), installed.folder, { recursive: true });
  await writeFile(join(installed.folder, 'package.json'), '{ "type": "module" }');
  for (const { name, ...site } of APPS) {
    await writeFile(join(installed.folder, configOf(name)), JSON.stringify(site));
  }
});

afterAll(() => rm(installed.folder, { recursive: true, force: true }));

describe.each(COMPILERS)('TypeScript $version', ({ version, program }) => {
  test.for(APPS)('compiles a strict app: $name', async ({ name, compilerOptions }, { skip }) => {
    if (!existsSync(program)) skip(`npm could not install TypeScript ${version}`);
    const missing = compilerOptions.types.find((types) => !existsSync(typesIn(installed.folder, types)));
    if (missing !== undefined) skip(`npm could not install ${missing}`);
    const { stdout } = await execa(process.execPath, [program, '-p', configOf(name)], {
      cwd: installed.folder,
      reject: false,
    });
    expect(stdout).toBe('');
  });
});

test.for(CHECKS)(
  '$name finds no error in the published packages',
  // Checks one package after the other.
  { timeout: 240_000 },
  async (check, { skip }) => {
    const program = join(folder, 'node_modules', check.program);
    if (!existsSync(program)) skip(`npm could not install ${check.name}`);
    expect(installed.tarballs.length).toBeGreaterThan(1);
    for (const tarball of installed.tarballs) {
      const { exitCode, all } = await execa(process.execPath, [program, ...check.args, tarball], {
        reject: false,
        all: true,
      });
      expect(exitCode, all).toBe(0);
    }
  },
);

test('the app imports every entry point of the package', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'packages/runtime/package.json'), 'utf8'));
  // "./internal" is for fw-devtools, which the app imports.
  const names = Object.keys(exports).filter((name) => name !== './package.json' && name !== './internal');
  const files = ['index.ts', 'with-node.ts'].map((file) =>
    readFile(join(import.meta.dirname, 'consumer', file), 'utf8'),
  );
  const source = (await Promise.all(files)).join('');
  expect(names.filter((name) => !source.includes(`from 'fw-runtime${name.slice(1)}'`))).toEqual([]);
});

function configOf(site: string): string {
  return `tsconfig.${site.split(',')[0]}.json`;
}

function typesIn(folder: string, name: string): string {
  return join(folder, 'node_modules', name.startsWith('@') ? name : join('@types', name));
}
