import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CommandError } from '#command-line/errors';
import type { Project } from './project.ts';

/** The error when TypeScript needs a loader and the project has none. */
export const LOADER_MISSING: string =
  `Node ${process.versions.node} runs TypeScript through the package tsx, which is not installed in this project: ` +
  'install its packages, or use Node 22.18 or newer.';

/**
 * The flags with which Node runs a project from its source. If Node strips types itself, it needs no loader;
 * otherwise the framework is loaded before the loader, which would double its loading time.
 *
 * @param site with its absolute folder `root`
 * @throws CommandError when the project lacks the required loader
 */
export function nodeFlags({ root, runtime }: Pick<Project, 'root' | 'runtime'>): string[] {
  const conditions = '--conditions=development';
  if (!needsLoader()) return [conditions];
  const resolve = resolverOf(root);
  const loader = resolve('tsx');
  if (loader === undefined) throw new CommandError(LOADER_MISSING);
  const framework = [runtime, ...RUNTIME_ENTRIES].map(resolve).filter((file) => file !== undefined);
  return [conditions, ...[...framework, loader].flatMap((file) => ['--import', pathToFileURL(file).href])];
}

const RUNTIME_ENTRIES = ['fw-runtime/service-manager', 'fw-runtime/config'];

/** Whether TypeScript needs a loader: Node 22.18 and newer strip types themselves. */
export function needsLoader(): boolean {
  const { typescript } = process.features as { readonly typescript?: string | false };
  return typeof typescript !== 'string';
}

/**
 * Resolves modules like the project; undefined for a module that isn't installed or isn't exported.
 *
 * @param root the absolute folder of the project
 */
export function resolverOf(root: string): (name: string) => string | undefined {
  const { resolve } = createRequire(join(root, 'package.json'));
  return (name) => {
    try {
      return resolve(name);
    } catch {
      return undefined;
    }
  };
}
