import type { PackageManager } from '#command-line/choices';

/** How packages are installed in an image of Node. */
export interface Installer {
  /** Installs the package manager itself, if the image lacks it. */
  readonly setup?: string;
  readonly install: string;
  /** Removes development dependencies. */
  readonly prune?: string;
}

/** @param isLocked whether there is a lock file, which must not change */
export function installerFor(packageManager: PackageManager, isLocked: boolean): Installer {
  switch (packageManager) {
    case 'pnpm':
      return {
        setup: 'npm install --global pnpm',
        install: isLocked ? 'pnpm install --frozen-lockfile' : 'pnpm install',
        // Without a terminal, pnpm would prompt before it removes packages.
        prune: 'CI=true pnpm prune --prod',
      };
    case 'yarn':
      return {
        setup: 'corepack enable',
        install: isLocked ? 'yarn install --immutable' : 'yarn install',
        prune: 'yarn workspaces focus --production',
      };
    case 'bun':
      return {
        setup: 'npm install --global bun',
        install: isLocked ? 'bun install --frozen-lockfile' : 'bun install',
        prune: 'rm -rf node_modules && bun install --production',
      };
    case 'deno':
      return {
        setup: 'npm install --global deno',
        install: isLocked ? 'deno install --frozen' : 'deno install',
      };
    default:
      return { install: isLocked ? 'npm ci' : 'npm install', prune: 'npm prune --omit=dev' };
  }
}
