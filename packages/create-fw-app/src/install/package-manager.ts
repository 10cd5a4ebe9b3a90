import { type PackageManager, PACKAGE_MANAGERS } from '../choices.ts';
import { findChoice } from '../command-line/flag.ts';

/**
 * The package manager that started this program, detected from `npm_config_user_agent`, as in `pnpm/10.0.0
 * node/v22.0.0`; `npm` when it is missing or unknown.
 */
export function detectPackageManager(env: NodeJS.ProcessEnv): PackageManager {
  return findChoice(PACKAGE_MANAGERS, env['npm_config_user_agent']?.split('/')[0] ?? '') ?? 'npm';
}
