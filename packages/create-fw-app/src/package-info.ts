import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of templates that this package ships beside its compiled code. */
export const TEMPLATES_FOLDER: string = join(
  dirname(require.resolve('create-fw-app/package.json')),
  'templates',
);

/** The version of this package. */
export function generatorVersion(): string {
  return (require('create-fw-app/package.json') as { readonly version: string }).version;
}

/**
 * The range of `fw-runtime` in a project's package.json: both packages are released together under one version.
 *
 * `FW_RUNTIME_SPEC` overrides it when that release isn't available: the repository's demo and tests set it to a
 * tarball, as in `file:/tmp/fw-runtime-0.1.0.tgz`.
 */
export function runtimeSpec(env: NodeJS.ProcessEnv): string {
  return env.FW_RUNTIME_SPEC || `^${generatorVersion()}`;
}

/** The range of `create-fw-app`, which provides the `fw` command; `FW_CREATE_SPEC` overrides it. */
export function createSpec(env: NodeJS.ProcessEnv): string {
  return env.FW_CREATE_SPEC || `^${generatorVersion()}`;
}
