import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PackageManager } from '../../choices.ts';
import type { Flag } from '../../command-line/flag.ts';
import { withoutSwallowed } from '../../command-line/npm-flags.ts';
import { CommandError } from '../../errors.ts';
import { reasonIn } from '../../install/install.ts';
import { resolverOf } from '../resolve-in-site.ts';

const PACKAGE = 'openapi-typescript';
// It makes types through the interface of the TypeScript compiler, which version 7 does not have. So a package manager runs both
// in a place of their own, beside whatever compiler a site or a client's project has.
const GENERATOR_PACKAGE = `${PACKAGE}@7.13.0`;
const COMPILER_PACKAGE = 'typescript@5.9.3';

/** A program to run, with its first arguments. */
export type Program = readonly [file: string, ...args: string[]];

/** What makes types of an OpenAPI document. */
export interface TypesProgram {
  readonly program: Program;
  /** Absent where it is installed. */
  readonly fetchedBy?: PackageManager;
}

/**
 * Finds openapi-typescript: as it is installed in one of the folders, with a compiler that it can use, else as a package manager
 * fetches it.
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
  // These two take the compiler that openapi-typescript asks for.
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
 * Makes types of an OpenAPI document.
 *
 * @param cwd whose settings a package manager takes, such as the registry; absolute
 * @param flags those of the command, which npm must not take for settings
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
    // One of its own, because with a redocly.yaml of the project the document would not be read.
    const settings = join(folder, 'redocly.yaml');
    writeFileSync(settings, 'extends: [minimal]\n');
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
    throw new CommandError(`${GENERATOR_PACKAGE} made no types: ${reason}\n${adviceFor(fetchedBy)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** It has no `dlx`. */
async function isYarnOne(cwd: string): Promise<boolean> {
  const { execa } = await import('execa');
  const { stdout } = await execa('yarn', ['--version'], { cwd, reject: false });
  return stdout?.startsWith('1.') === true;
}

function adviceFor(fetchedBy: PackageManager | undefined): string {
  return fetchedBy === undefined
    ? 'Nothing was written: see that the document is valid OpenAPI 3.'
    : `Nothing was written. It was run by ${fetchedBy}, which fetches it once: see that the registry can be reached.`;
}
