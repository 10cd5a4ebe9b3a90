import { type PackageManager, PACKAGE_MANAGERS, type ProjectShape } from './choices.ts';
import { findChoice } from './flag.ts';

/**
 * The package manager that started this program, detected from `npm_config_user_agent`, as in `pnpm/10.0.0
 * node/v22.0.0`; `npm` when it is missing or unknown.
 */
export function detectPackageManager(env: NodeJS.ProcessEnv): PackageManager {
  return findChoice(PACKAGE_MANAGERS, env['npm_config_user_agent']?.split('/')[0] ?? '') ?? 'npm';
}

/** The command that runs a package script, as in `npm run`, on the project's runtime. */
export function runnerOf({
  target,
  packageManager,
}: Pick<ProjectShape, 'target' | 'packageManager'>): string {
  if (target === 'deno') return 'deno task';
  if (target === 'bun') return 'bun run';
  // `deno task` would run the script on Deno.
  return packageManager === 'deno' ? 'npm run' : `${packageManager} run`;
}

/** The command that adds packages to a project, as in `npm install`. */
export function addingOf(packageManager: PackageManager): string {
  return packageManager === 'npm' ? 'npm install' : `${packageManager} add`;
}
