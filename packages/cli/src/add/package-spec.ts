import { isLocal, specBeside } from '#command-line/local-packages';
import { CommandError } from '#command-line/errors';
import { cliVersion } from '../package-info.ts';
import { dependenciesIn } from '../edit/manifest-edit.ts';
import type { Change } from '../generate/engine/change.ts';
import type { Project } from '../project/project.ts';

/**
 * The range of a package of Fw in package.json: the same as for `fw-runtime`, because all are released together. If `fw-runtime` is
 * a file or a folder, it is the package beside it, or a variable such as `FW_MIDDLEWARE_SPEC`.
 */
export function packageSpec(
  name: 'fw-jobs' | 'fw-middleware',
  project: Project,
  change: Change,
  env: NodeJS.ProcessEnv,
): string {
  const variable = `${name.toUpperCase().replace('-', '_')}_SPEC`;
  const given = env[variable];
  if (given) return given;
  const manifest = change.read('package.json') ?? '{}';
  const runtime = dependenciesIn(manifest).get('fw-runtime') ?? `^${cliVersion()}`;
  if (!isLocal(runtime)) return runtime;
  const found = specBeside(runtime, name, project.root);
  if (found !== undefined) return found;
  throw new CommandError(
    `fw-runtime comes from ${runtime}, and there is no ${name} beside it: set ${variable} to where it is.`,
  );
}
