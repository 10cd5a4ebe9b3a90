import type { PackageManager } from '#command-line/choices';

/** How packages are installed in an image of Node. */
export interface Installer {
  /** Installs the package manager itself, if the image lacks it. */
  readonly setup?: string;
  readonly install: string;
  /** Removes development dependencies. */
  readonly prune?: string;
}

/** `locked` installs what a lock file says, and must not change it. */
const INSTALLERS: Readonly<Record<PackageManager, Installer & { readonly locked: string }>> = {
  npm: { install: 'npm install', locked: 'npm ci', prune: 'npm prune --omit=dev' },
  pnpm: {
    setup: 'npm install --global pnpm',
    install: 'pnpm install',
    locked: 'pnpm install --frozen-lockfile',
    // Without a terminal, pnpm would prompt before it removes packages.
    prune: 'CI=true pnpm prune --prod',
  },
  yarn: {
    setup: 'corepack enable',
    install: 'yarn install',
    locked: 'yarn install --immutable',
    prune: 'yarn workspaces focus --production',
  },
  bun: {
    setup: 'npm install --global bun',
    install: 'bun install',
    locked: 'bun install --frozen-lockfile',
    prune: 'rm -rf node_modules && bun install --production',
  },
  deno: {
    setup: 'npm install --global deno',
    install: 'deno install',
    locked: 'deno install --frozen',
  },
};

/** @param isLocked whether there is a lock file */
export function installerFor(packageManager: PackageManager, isLocked: boolean): Installer {
  const { locked, ...installer } = INSTALLERS[packageManager];
  return isLocked ? { ...installer, install: locked } : installer;
}
