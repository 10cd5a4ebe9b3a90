import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PackageManager } from '#command-line/choices';
import type { Flag } from '#command-line/flag';
import { withoutSwallowed } from '#command-line/npm-flags';
import { CommandError } from '#command-line/errors';
import { reasonIn } from '#command-line/install';
import { resolverOf } from '../project/node-flags.ts';

const PACKAGE = 'openapi-typescript';
// openapi-typescript needs the interface of the TypeScript compiler, which version 7 doesn't have. So a package
// manager runs both from a folder of their own, independent of the compiler of the project.
const GENERATOR_PACKAGE = `${PACKAGE}@7.13.0`;
const COMPILER_PACKAGE = 'typescript@5.9.3';

/** A program to run, with its first arguments. */
export type Program = readonly [file: string, ...args: string[]];

/** A program that generates types from an OpenAPI document. */
export interface TypesProgram {
  readonly program: Program;
  /** Absent when it is installed. */
  readonly fetchedBy?: PackageManager;
}

/**
 * Finds openapi-typescript: installed in one of the folders with a compatible compiler, or else fetched by a package
 * manager.
 *
 * @param folders absolute
 */
export function findTypesProgram(folders: readonly string[], packageManager: PackageManager): TypesProgram {
  for (const folder of folders) {
    const program = installedIn(folder);
    if (program !== undefined) return { program };
  }
  return { program: RUNNERS[packageManager], fetchedBy: packageManager };
}

function installedIn(folder: string): Program | undefined {
  const manifest = resolverOf(folder)(`${PACKAGE}/package.json`);
  if (manifest === undefined || !versionIn(manifest)?.startsWith('7.')) return undefined;
  const typescript = resolverOf(dirname(manifest))('typescript/package.json');
  const major = Number.parseInt((typescript && versionIn(typescript)) ?? '');
  return major === 5 || major === 6
    ? [process.execPath, join(dirname(manifest), 'bin', 'cli.js')]
    : undefined;
}

function versionIn(manifest: string): string | undefined {
  return (createRequire(manifest)(manifest) as { readonly version?: string }).version;
}

const PACKAGES = [`--package=${GENERATOR_PACKAGE}`, `--package=${COMPILER_PACKAGE}`] as const;
const NPM_EXEC: Program = ['npm', 'exec', '--yes', '--prefer-offline', ...PACKAGES, '--', PACKAGE];
const RUNNERS: Readonly<Record<PackageManager, Program>> = {
  npm: NPM_EXEC,
  pnpm: ['pnpm', ...PACKAGES, 'dlx', PACKAGE],
  yarn: ['yarn', 'dlx', '--quiet', '-p', GENERATOR_PACKAGE, '-p', COMPILER_PACKAGE, PACKAGE],
  // These two install the compiler that openapi-typescript depends on.
  bun: ['bun', 'x', ...(process.versions.bun ? ['--bun'] : []), GENERATOR_PACKAGE],
  deno: [
    'deno',
    'run',
    '--allow-all',
    '--no-config',
    '--no-lock',
    '--node-modules-dir=none',
    `npm:${GENERATOR_PACKAGE}`,
  ],
};

/**
 * Generates types from an OpenAPI document.
 *
 * @param cwd the absolute folder whose settings a package manager uses, such as the registry
 * @param flags the flags of the command, which npm must not read as settings
 * @returns TypeScript that exports `paths`, without the header of openapi-typescript
 * @throws CommandError when the program is missing, cannot be fetched, or cannot read the document
 */
export async function makeTypes(
  document: object,
  { program, fetchedBy }: TypesProgram,
  { cwd, flags, signal }: { cwd: string; flags: readonly Flag[]; signal: AbortSignal },
): Promise<string> {
  const { execa } = await import('execa');
  const folder = mkdtempSync(join(tmpdir(), 'fw-client-'));
  try {
    // A configuration of its own, because the project's redocly.yaml would keep the document from being read.
    const settings = join(folder, 'redocly.yaml');
    // Required members without influence on types may have been removed from the document.
    writeFileSync(settings, 'extends: [minimal]\nrules:\n  struct: off\n');
    const [file, ...args] = fetchedBy === 'yarn' && (await isYarnOne(cwd)) ? NPM_EXEC : program;
    const { failed, stdout, stderr, code } = await execa(file, [...args, '--redocly', settings], {
      cwd,
      env: { ...withoutSwallowed(flags), NO_COLOR: '1', FORCE_COLOR: undefined },
      input: JSON.stringify(document),
      reject: false,
      cancelSignal: signal,
    });
    signal.throwIfAborted();
    const types = stdout.slice(stdout.indexOf('*/') + '*/'.length);
    if (!failed && types.includes('export interface paths')) return types;
    const reason = code === 'ENOENT' ? `${file} was not found on the PATH.` : reasonIn(stderr || stdout);
    throw new CommandError(`${GENERATOR_PACKAGE} generated no types: ${reason}\n${adviceFor(fetchedBy)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Yarn 1 has no `dlx`. */
async function isYarnOne(cwd: string): Promise<boolean> {
  const { execa } = await import('execa');
  const { stdout } = await execa('yarn', ['--version'], { cwd, reject: false });
  return stdout?.startsWith('1.') === true;
}

function adviceFor(fetchedBy: PackageManager | undefined): string {
  return fetchedBy === undefined
    ? 'Nothing was written: check that the document is valid OpenAPI 3.'
    : `Nothing was written. ${fetchedBy} downloads it on first use: check that the registry is reachable.`;
}
