import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of templates that this package ships beside its compiled code. */
export const TEMPLATES_FOLDER: string = fileURLToPath(new URL('../templates', import.meta.url));

/** The version of this package. */
export function generatorVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

/**
 * What a site's package.json asks for as `fw-runtime`: both packages are released together under one version.
 *
 * `FW_RUNTIME_SPEC` takes its place where that release cannot be had: the repository's own demo and tests set it to a
 * tarball, as in `file:/tmp/fw-runtime-0.1.0.tgz`.
 */
export function runtimeSpec(env: NodeJS.ProcessEnv): string {
  return env.FW_RUNTIME_SPEC || `^${generatorVersion()}`;
}

/** What it asks for as `create-fw-app`, which has the `fw` command; `FW_CREATE_SPEC` takes its place. */
export function createSpec(env: NodeJS.ProcessEnv): string {
  return env.FW_CREATE_SPEC || `^${generatorVersion()}`;
}
