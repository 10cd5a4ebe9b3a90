import type { PackageManager } from '../../choices.ts';

/** How packages come into an image of Node. */
export interface Installer {
  /** What makes the package manager itself, where the image lacks it. */
  readonly setup?: string;
  readonly install: string;
  /** What removes the packages that only development needs. */
  readonly prune?: string;
}

/** @param isLocked whether there is a lock file, from which nothing may differ */
export function installerFor(packageManager: PackageManager, isLocked: boolean): Installer {
  switch (packageManager) {
    case 'pnpm':
      return {
        setup: 'npm install --global pnpm',
        install: isLocked ? 'pnpm install --frozen-lockfile' : 'pnpm install',
        // Without a terminal, it would ask before it removes what is there.
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
