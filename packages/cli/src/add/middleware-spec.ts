import { isLocal, specBeside } from '../../../command-line/src/local-packages.ts';
import { CommandError } from '../../../command-line/src/errors.ts';
import { cliVersion } from '../package-info.ts';
import { dependenciesIn } from '../edit/manifest-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import type { Site } from '../site/site.ts';

/**
 * The range of `fw-middleware` in package.json: the same as for `fw-runtime`, because both are released together. If
 * `fw-runtime` is a file or a folder, it is the package beside it, or `FW_MIDDLEWARE_SPEC`.
 */
export function middlewareSpec(site: Site, change: Change, env: NodeJS.ProcessEnv): string {
  const given = env['FW_MIDDLEWARE_SPEC'];
  if (given) return given;
  const manifest = change.read('package.json') ?? '{}';
  const runtime = dependenciesIn(manifest).get('fw-runtime') ?? `^${cliVersion()}`;
  if (!isLocal(runtime)) return runtime;
  const found = specBeside(runtime, 'fw-middleware', site.root);
  if (found !== undefined) return found;
  throw new CommandError(
    `fw-runtime comes from ${runtime}, and there is no fw-middleware beside it: set FW_MIDDLEWARE_SPEC to where it is.`,
  );
}
