import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { specBeside } from '#command-line/local-packages';

const require = createRequire(import.meta.url);

const FOLDER = dirname(require.resolve('create-fw-app/package.json'));

/**
 * The templates of projects, in this package, or at the top of the repository in a checkout. Sources aren't published,
 * so that a package with sources is a checkout, even while it is packed and has a copy.
 */
export const TEMPLATES_FOLDER: string = join(
  existsSync(join(FOLDER, 'src')) ? join(FOLDER, '..', '..') : FOLDER,
  'templates',
  'app',
);

/** The version of this package. */
export function generatorVersion(): string {
  return (require('create-fw-app/package.json') as { readonly version: string }).version;
}

/** The variables that replace released packages with local ones, as the repository's demo and tests do. */
const VARIABLES = {
  'fw-runtime': 'FW_RUNTIME_SPEC',
  'fw-cli': 'FW_CLI_SPEC',
  'fw-devtools': 'FW_DEVTOOLS_SPEC',
  'create-fw-app': 'FW_CREATE_SPEC',
} as const;

/** The packages of Fw that a project depends on. */
type ProjectPackage = Exclude<keyof typeof VARIABLES, 'create-fw-app'>;

/**
 * The packages of Fw in a project's package.json. All are released together under one version, so each is a range of
 * this version unless a variable names a local package, as in `FW_CLI_SPEC=file:/tmp/fw-cli-0.1.0.tgz`. One
 * variable is enough if the other packages are beside that package.
 *
 * @param site the absolute folder of the project, from which relative paths start
 */
export function packageSpecs(
  env: NodeJS.ProcessEnv,
  project: string,
): Readonly<Record<ProjectPackage, string>> {
  const given = Object.values(VARIABLES).flatMap((variable) => env[variable] || []);
  const specOf = (name: ProjectPackage): string => {
    const beside = given.map((spec) => specBeside(spec, name, project)).find((spec) => spec !== undefined);
    return env[VARIABLES[name]] || (beside ?? `^${generatorVersion()}`);
  };
  return {
    'fw-runtime': specOf('fw-runtime'),
    'fw-cli': specOf('fw-cli'),
    'fw-devtools': specOf('fw-devtools'),
  };
}
