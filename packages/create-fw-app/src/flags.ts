import {
  PROJECT_LAYOUTS,
  type PackageManager,
  PACKAGE_MANAGERS,
  ROUTERS,
  TARGETS,
  VARIANT_EXPLANATIONS,
  VARIANTS,
} from '#command-line/choices';
import {
  type Answers,
  type Choices,
  type Flag,
  helpFlag,
  jsonFlag,
  listed,
  yesFlag,
} from '#command-line/flag';
import type { ProjectFolder } from './project-folder.ts';

/** The context of the prompts, besides the answers. */
export interface Context {
  /** @throws UsageError with the reason why the folder can't be used */
  resolveFolder(directory: string): Promise<ProjectFolder>;
  /** The package manager that started this program. */
  readonly packageManager: PackageManager;
}

function folderOf({ folder = '' }: Answers, { resolveFolder }: Context): Promise<ProjectFolder> {
  return resolveFolder(folder);
}

async function explainGit(answers: Answers, context: Context): Promise<Choices> {
  const { repository } = await folderOf(answers, context);
  const no =
    repository === undefined ? 'no repository' : `the project is part of the repository in ${repository}`;
  return { yes: 'with a first commit', no };
}

/** The routers that run on a target. */
function routersOn(target: string): Choices {
  const { 'find-my-way': _, ...others } = ROUTERS;
  return target === 'workers' ? others : ROUTERS;
}

/** The package manager that comes with a target. */
export function ownPackageManager(target: string | undefined): PackageManager | undefined {
  return target === 'bun' || target === 'deno' ? target : undefined;
}

/** The flags of `create-fw-app`. */
export const FLAGS: readonly Flag<Context>[] = [
  {
    name: 'folder',
    placeholder: '<folder>',
    positional: true,
    help: 'the project folder, new or empty; "." for this folder',
    message: 'Project folder',
    initial: () => 'my-site',
    needed: true,
    validate: async (folder, _, { resolveFolder }) => {
      if (folder === '') return 'The folder is empty: pass a name, as in my-site.';
      await resolveFolder(folder);
      return undefined;
    },
  },
  {
    name: 'variant',
    placeholder: '<a|b>',
    help: 'the middleware signature',
    choices: VARIANTS,
    message: 'Variant',
    initial: () => 'b',
    explain: () => VARIANT_EXPLANATIONS,
    needed: true,
  },
  {
    name: 'form',
    placeholder: '<form>',
    help: 'the project layout: where to register routes and middleware',
    choices: PROJECT_LAYOUTS,
    message: 'Project layout',
    initial: () => 'config',
  },
  {
    name: 'router',
    placeholder: '<router>',
    help: 'the router',
    choices: ROUTERS,
    message: 'Router',
    initial: () => 'tree',
    explain: ({ target = '' }) => routersOn(target),
    validate: (router, { target = '' }) =>
      Object.hasOwn(routersOn(target), router)
        ? undefined
        : `${router} generates code from strings, which Workers forbid: choose ${listed(Object.keys(routersOn(target)))}.`,
  },
  {
    // No prompt: users who want a target other than Node look for the flag.
    name: 'target',
    placeholder: '<target>',
    help: 'where the app runs; node by default',
    choices: TARGETS,
    initial: () => 'node',
  },
  {
    name: 'package-manager',
    placeholder: '<name>',
    help: 'the package manager; by default that of the target, or the one that runs this command',
    choices: PACKAGE_MANAGERS,
    message: 'Package manager',
    initial: ({ target }, { packageManager }) => ownPackageManager(target) ?? packageManager,
  },
  {
    name: 'install',
    negatable: true,
    help: 'install the dependencies, or not',
    choices: { yes: 'then the app can start immediately', no: 'install later' },
    message: 'Install the dependencies',
    initial: () => 'yes',
  },
  {
    name: 'git',
    negatable: true,
    help: 'create a git repository with a first commit, or not; the default outside of a repository',
    explain: explainGit,
    message: 'Create a git repository',
    initial: async (...given) => ((await folderOf(...given)).repository === undefined ? 'yes' : 'no'),
    // An existing `.git` is left alone.
    when: async (...given) => {
      const { repository, path } = await folderOf(...given);
      return repository !== path;
    },
  },
  { name: 'overwrite', help: 'empty the folder first, except .git' },
  { name: 'dry-run', help: 'show the files without writing them' },
  { ...jsonFlag, help: 'skip prompts and print the plan, the files and the next commands as JSON' },
  yesFlag,
  helpFlag,
  { name: 'version', short: 'v', help: 'print the version' },
];
