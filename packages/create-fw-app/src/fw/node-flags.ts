import { pathToFileURL } from 'node:url';
import { CommandError } from '../errors.ts';
import { resolverOf } from './resolve-in-site.ts';
import type { Site } from './site.ts';

/**
 * The flags with which Node runs a site from its source. Where it strips types itself, it needs no loader; else the framework
 * comes before the loader, through which it would take twice as long.
 *
 * @param site `root` is its folder, absolute
 * @throws CommandError when the site lacks the loader that it needs
 */
export function nodeFlags({ root, runtime }: Pick<Site, 'root' | 'runtime'>): string[] {
  const conditions = '--conditions=development';
  if (stripsTypes()) return [conditions];
  const resolve = resolverOf(root);
  const loader = resolve('tsx');
  if (loader === undefined) {
    throw new CommandError(
      `Node ${process.versions.node} runs TypeScript through the package tsx, which is not installed in this site: ` +
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
