import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

const FOLDER = dirname(require.resolve('fw-cli/package.json'));

/**
 * The folder with templates and pages: this package, or the top of the repository in a checkout. Sources aren't
 * published, so that a package with sources is a checkout, even while it is packed and has copies.
 */
const SHIPPED: string = existsSync(join(FOLDER, 'src')) ? join(FOLDER, '..', '..') : FOLDER;

/** The templates of generators. */
export const TEMPLATES_FOLDER: string = join(SHIPPED, 'templates', 'generators');

/** The documentation of this version. */
export const DOCS_FOLDER: string = join(SHIPPED, 'docs');

/** The version of this package. */
export function cliVersion(): string {
  return (require('fw-cli/package.json') as { readonly version: string }).version;
}
