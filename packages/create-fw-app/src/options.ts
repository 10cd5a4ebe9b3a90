import {
  PROJECT_LAYOUTS,
  PACKAGE_MANAGERS,
  ROUTERS,
  type ProjectShape,
  TARGETS,
  VARIANTS,
} from '#command-line/choices';
import { type Prompting, completeAnswers, givenAnswers } from '#command-line/answers';
import { readArguments } from '#command-line/arguments';
import { type Answers, type Choices, findChoice, listed } from '#command-line/flag';
import { withSwallowedFlags } from '#command-line/npm-flags';
import { UsageError } from '#command-line/errors';
import { type Context, FLAGS } from './flags.ts';
import type { ProjectFolder } from './project-folder.ts';

/** The options from the command line. */
export interface Options {
  readonly answers: Answers;
  /** The flags without a value, by name. */
  readonly switches: ReadonlySet<string>;
}

/** All choices needed to create a project. */
export interface ProjectChoices extends ProjectShape {
  readonly folder: ProjectFolder;
  readonly install: boolean;
  readonly git: boolean;
}

/**
 * Reads the command line, and the flags that npm consumed. The command line takes precedence.
 *
 * @param args the arguments after the program's name
 * @param env the environment, for the `npm_config_*` variables
 * @throws UsageError for an unknown flag or value, a flag without its value or with two values, and one argument too many
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): Options {
  const typed = { beginning: 'npm create fw-app --', args, flags: FLAGS, words: 1 };
  const given = readArguments(withSwallowedFlags(typed, env), FLAGS, Infinity);
  const [folder, extra] = given.positionals;
  if (extra !== undefined) {
    throw new UsageError(
      `Unexpected argument "${extra}": pass only one folder, quote a name with spaces, ` +
        `and put flags behind "--", as in npm create fw-app ${folder} -- --form config.`,
    );
  }
  return { answers: givenAnswers(FLAGS, given), switches: given.switches };
}

/**
 * Completes the given answers: by the defaults under `--yes`, otherwise by prompts for missing answers. When prompts
 * are not possible, the folder and the variant are required, and the rest has defaults.
 */
export async function completeChoices(
  given: Answers,
  context: Context,
  prompting: Prompting,
): Promise<ProjectChoices> {
  const answers = await completeAnswers(FLAGS, given, context, prompting);
  const folder = await context.resolveFolder(answers['folder'] ?? '');
  return {
    folder,
    variant: chosen(VARIANTS, answers['variant']),
    form: chosen(PROJECT_LAYOUTS, answers['form']),
    router: chosen(ROUTERS, answers['router']),
    target: chosen(TARGETS, answers['target']),
    packageManager: chosen(PACKAGE_MANAGERS, answers['package-manager']),
    install: answers['install'] === 'yes',
    git: answers['git'] === 'yes' && folder.repository !== folder.path,
  };
}

function chosen<Value extends string>(choices: Choices<Value>, answer = ''): Value {
  const value = findChoice(choices, answer);
  if (value === undefined)
    throw new UsageError(`"${answer}" is not a choice: choose ${listed(Object.keys(choices))}.`);
  return value;
}
