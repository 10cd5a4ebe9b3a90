import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The repository and the workspace that contain a new project. */
export interface EnclosingFolders {
  /** The folder of the git repository, which may be the project's own; `undefined` without one. */
  readonly repository: string | undefined;
  /** The folder of the npm, yarn or pnpm workspace; `undefined` without one. */
  readonly workspace: string | undefined;
}

/** Inspects a folder, which need not exist, and its parents. */
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
