import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

const FOLDER = dirname(require.resolve('fw-cli/package.json'));

/** The folder of templates that this package ships beside its compiled code. */
export const TEMPLATES_FOLDER: string = join(FOLDER, 'templates');

/** The documentation of this version, which the build copies from docs/. */
export const DOCS_FOLDER: string = join(FOLDER, 'docs');

/** The version of this package. */
export function cliVersion(): string {
  return (require('fw-cli/package.json') as { readonly version: string }).version;
}
