import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The repository and the workspace that a site would be in. */
export interface EnclosingFolders {
  /** The folder of the git repository, the site's own included; `undefined` when there is none. */
  readonly repository: string | undefined;
  /** The folder of the npm, yarn or pnpm workspace; `undefined` when there is none. */
  readonly workspace: string | undefined;
}

/** Looks at a folder, which need not exist, and at those above it. */
export async function findEnclosingFolders(path: string): Promise<EnclosingFolders> {
  let repository: string | undefined;
  let workspace: string | undefined;
  for (let folder = path; ; folder = dirname(folder)) {
    if (repository === undefined && (await exists(join(folder, '.git')))) repository = folder;
    if (workspace === undefined && folder !== path && (await isWorkspace(folder))) workspace = folder;
    if (folder === dirname(folder)) return { repository, workspace };
  }
}

async function isWorkspace(folder: string): Promise<boolean> {
  if (await exists(join(folder, 'pnpm-workspace.yaml'))) return true;
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'workspaces' in manifest;
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
