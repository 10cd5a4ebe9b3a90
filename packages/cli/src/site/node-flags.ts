import { pathToFileURL } from 'node:url';
import { CommandError } from '../../../command-line/src/errors.ts';
import { resolverOf } from './resolve-in-site.ts';
import type { Site } from './site.ts';

/**
 * The flags with which Node runs a project from its source. If Node strips types itself, it needs no loader;
 * otherwise the framework is loaded before the loader, which would double its loading time.
 *
 * @param site with its absolute folder `root`
 * @throws CommandError when the project lacks the required loader
 */
export function nodeFlags({ root, runtime }: Pick<Site, 'root' | 'runtime'>): string[] {
  const conditions = '--conditions=development';
  if (stripsTypes()) return [conditions];
  const resolve = resolverOf(root);
  const loader = resolve('tsx');
  if (loader === undefined) {
    throw new CommandError(
      `Node ${process.versions.node} runs TypeScript through the package tsx, which is not installed in this project: ` +
        'install its packages, or take Node 22.18 or newer.',
    );
  }
  const framework = [runtime, ...RUNTIME_ENTRIES].map(resolve).filter((file) => file !== undefined);
  return [conditions, ...[...framework, loader].flatMap((file) => ['--import', pathToFileURL(file).href])];
}

const RUNTIME_ENTRIES = ['fw-runtime/service-manager', 'fw-runtime/config'];

/** Whether this Node runs TypeScript: 22.18 and newer do. */
function stripsTypes(): boolean {
  const { typescript } = process.features as { readonly typescript?: string | false };
  return typeof typescript === 'string';
}
