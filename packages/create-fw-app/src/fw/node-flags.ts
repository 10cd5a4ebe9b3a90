import { pathToFileURL } from 'node:url';

import { CommandError } from '../errors.ts';
import { resolverOf } from './resolve-in-site.ts';

/**
 * The flags with which Node runs a site from its source. Where it strips types itself, it needs no loader.
 *
 * @param root the folder of the site, absolute
 * @throws {CommandError} when the site lacks the loader that it needs
 */
export function nodeFlags(root: string): string[] {
  const conditions = '--conditions=development';
  if (stripsTypes()) return [conditions];
  const loader = resolverOf(root)('tsx');
  if (loader === undefined) {
    throw new CommandError('The package tsx is not installed in this site: run npm install.');
  }
  return [conditions, '--import', pathToFileURL(loader).href];
}

/** Whether this Node runs TypeScript: 22.18 and newer do. */
function stripsTypes(): boolean {
  const { typescript } = process.features as { readonly typescript?: string | false };
  return typeof typescript === 'string';
}
