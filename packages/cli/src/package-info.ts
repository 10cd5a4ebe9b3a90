import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of templates that this package ships beside its compiled code. */
export const TEMPLATES_FOLDER: string = join(dirname(require.resolve('fw-cli/package.json')), 'templates');

/** The version of this package. */
export function cliVersion(): string {
  return (require('fw-cli/package.json') as { readonly version: string }).version;
}
