import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { outcomeOf } from '../support/in-background.ts';
import { type Installation, scaffold } from './installation.ts';

export { restoreTree, treeOf } from '../../packages/command-line/test/tree.ts';

/** The shared installation for the tests of projects. */
export function installation(): Promise<Installation> {
  return outcomeOf(inject('outcome'));
}

/**
 * Creates projects beside the one installation that all test files share, which has the dependencies of
 * projects with every router.
 *
 * @param folder an empty one
 * @param sites what to call each, and its flags
 */
export async function createProjects(
  folder: string,
  projects: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const { modules, specs } = await installation();
  await symlink(modules, join(folder, 'node_modules'), 'junction');
  await Promise.all(
    Object.entries(projects).map(([name, flags]) => scaffold(join(folder, name), flags, specs)),
  );
}
