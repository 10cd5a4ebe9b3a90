import type { PackageManager, ProjectShape, Target } from './choices.ts';
import { runnerOf } from './package-manager.ts';

/**
 * The file in the root of a project that runs `fw`, as in `node fw routes`. It has no extension: in a Windows shell,
 * `fw` would run a file `fw.js` with Windows Script Host instead of the package's command.
 */
export const FW_FILE = 'fw';

/** The entry point of `fw-cli` that the file imports. */
export const ENTRY = 'fw-cli/fw';

/**
 * The content of the file. Only a missing `fw-cli` is reported as such: other errors of the import keep their stack.
 * Node and Bun name the package in quotes, Deno the whole specifier.
 */
export function fwFileFor(packageManager: PackageManager): string {
  return `#!/usr/bin/env node
// Runs the commands of this project, as in: node fw routes
import('${ENTRY}').catch((error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !/["']fw-cli["'/]/.test(error.message)) throw error;
  console.error('The package fw-cli is missing. Run ${packageManager} install first.');
  process.exitCode = 1;
});
`;
}

/** The command that runs `fw` in the root of a new project. */
export function fwCommandOf({ target }: Pick<ProjectShape, 'target'>): string {
  if (target === 'deno') return 'deno task fw';
  return target === 'bun' ? 'bun run fw' : 'node fw';
}

/** The command that runs `fw` in every folder of a project. Only npm needs `--` before the flags of a script. */
export function fwCommandBelow(shape: Pick<ProjectShape, 'target' | 'packageManager'>): string {
  const run = runnerOf(shape);
  return run === 'npm run' ? 'npm run fw --' : `${run} fw`;
}

/** The command of the script `fw`, which package managers also run in a folder below the root. */
export function fwScriptOf(target: Target): string {
  if (target === 'deno') return 'deno run --allow-all ./fw';
  // Without node_modules, Bun would download packages while it runs the file.
  return target === 'bun' ? 'bun --no-install ./fw' : 'node fw';
}
