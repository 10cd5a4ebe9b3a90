import { forms, type PackageManager, packageManagers, routers, variants } from './choices.ts';
import { type Answers, type Choices, type Flag, helpFlag, jsonFlag, yesFlag } from './command-line/flag.ts';
import type { Target } from './target.ts';

/** What the questions need to know besides the answers. */
export interface Context {
  /** @throws {UsageError} with the reason why it cannot be the folder */
  resolveTarget(directory: string): Promise<Target>;
  /** The package manager that started this program. */
  readonly packageManager: PackageManager;
}

function target({ folder = '' }: Answers, { resolveTarget }: Context): Promise<Target> {
  return resolveTarget(folder);
}

async function explainGit(answers: Answers, context: Context): Promise<Choices> {
  const { repository } = await target(answers, context);
  const no =
    repository === undefined ? 'none, or do it yourself later' : `the site belongs to that of ${repository}`;
  return { yes: 'with everything in a first commit', no };
}

/** What `create-fw-app` takes. */
export const flags: readonly Flag<Context>[] = [
  {
    name: 'folder',
    placeholder: '<folder>',
    positional: true,
    help: 'where the site goes: a new or an empty folder, "." for this one',
    message: 'Folder of the site',
    initial: () => 'my-site',
    needed: true,
    validate: async (folder, _, { resolveTarget }) => {
      if (folder === '') return 'The folder is an empty text: pass a name, as in my-site.';
      await resolveTarget(folder);
      return undefined;
    },
  },
  {
    name: 'variant',
    placeholder: '<a|b>',
    help: 'the shape of a middleware',
    choices: variants,
    message: 'Variant',
    initial: () => 'b',
    needed: true,
  },
  {
    name: 'form',
    placeholder: '<form>',
    help: 'where routes and pipeline are said',
    choices: forms,
    message: 'Form',
    initial: () => 'config',
  },
  {
    name: 'router',
    placeholder: '<router>',
    help: 'what finds the route of a request',
    choices: routers,
    message: 'Router',
    initial: () => 'tree',
  },
  {
    name: 'package-manager',
    placeholder: '<name>',
    help: 'what installs: that which started this program, unless given',
    choices: packageManagers,
    message: 'Package manager',
    initial: (_, { packageManager }) => packageManager,
  },
  {
    name: 'install',
    negatable: true,
    help: 'install the dependencies, or leave that for later',
    choices: { yes: 'so that the site runs at once', no: 'do it yourself later' },
    message: 'Install the dependencies',
    initial: () => 'yes',
  },
  {
    name: 'git',
    negatable: true,
    help: 'make a git repository with a first commit, or not; made unless inside another',
    explain: explainGit,
    message: 'Make a git repository',
    initial: async (...given) => ((await target(...given)).repository === undefined ? 'yes' : 'no'),
    // A `.git` that is there already is left alone.
    when: async (...given) => {
      const { repository, path } = await target(...given);
      return repository !== path;
    },
  },
  { name: 'overwrite', help: 'empty the folder first; its .git stays' },
  { name: 'dry-run', help: 'show what would be made, and write nothing' },
  { ...jsonFlag, help: 'tell programs the plan, the files and what to run next; ask nothing' },
  yesFlag,
  helpFlag,
  { name: 'version', short: 'v', help: 'print the version' },
];
