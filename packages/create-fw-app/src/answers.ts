import {
  alternatives,
  type Choice,
  type Form,
  forms,
  type PackageManager,
  packageManagers,
  parseValue,
  type Router,
  routers,
  valuesOf,
  type Variant,
  variants,
} from './choices.ts';
import { MissingAnswersError, type Need } from './errors.ts';
import {
  choiceQuestion,
  defaultDirectory,
  directoryQuestion,
  gitQuestion,
  installQuestion,
  openQuestions,
  type Question,
  type Terminal,
} from './questions.ts';
import type { Target } from './target.ts';

/** Everything that has to be known to make a site. */
export interface Answers {
  readonly target: Target;
  readonly variant: Variant;
  readonly form: Form;
  readonly router: Router;
  readonly packageManager: PackageManager;
  readonly install: boolean;
  readonly git: boolean;
}

/** What is known before any question. */
export interface Given {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
  readonly form: Form | undefined;
  readonly router: Router | undefined;
  readonly packageManager: PackageManager | undefined;
  readonly install: boolean | undefined;
  readonly git: boolean | undefined;
  /** Take the default for what is missing. */
  readonly yes: boolean;
}

/** What an answer depends on that nobody gives. */
export interface Circumstances {
  /** @throws {UsageError} with the reason why it cannot be the folder */
  resolveTarget(directory: string): Promise<Target>;
  /** The package manager that started this program. */
  readonly packageManager: PackageManager;
  /** Where to ask; `undefined` when nobody is there to answer. */
  readonly terminal: Terminal | undefined;
}

/**
 * Completes what was given: by the defaults under `--yes`, else by asking, and only for what is missing. Where nobody
 * can be asked the folder and the variant have to be given, and the rest has defaults.
 *
 * @param signal cancels a question that waits
 * @throws {UsageError} when the folder that was given cannot be used
 * @throws {MissingAnswersError} when something is missing and there is no terminal
 * @throws {CancelledError} on Ctrl-C, Esc, the end of input, or `signal`
 */
export async function completeAnswers(
  given: Given,
  circumstances: Circumstances,
  signal: AbortSignal,
): Promise<Answers> {
  const { terminal, resolveTarget } = circumstances;
  // Before any question, so that nobody answers one in vain.
  const target = given.directory === undefined ? undefined : await resolveTarget(given.directory);
  if (given.yes || terminal === undefined) return completeByDefaults(given, target, circumstances);

  const ask = await openQuestions(terminal, signal);
  const choose = async <Value extends string>(choice: Choice<Value>): Promise<Value> =>
    parseValue(choice, await ask(choiceQuestion(choice)));
  const confirm = async (question: Question): Promise<boolean> => (await ask(question)) === 'yes';
  const asked = target ?? (await resolveTarget(await ask(directoryQuestion(resolveTarget))));
  const found = { ...packageManagers, fallback: circumstances.packageManager };
  return {
    target: asked,
    variant: given.variant ?? (await choose(variants)),
    form: given.form ?? (await choose(forms)),
    router: given.router ?? (await choose(routers)),
    packageManager: given.packageManager ?? (await choose(found)),
    install: given.install ?? (await confirm(installQuestion)),
    git: mayHaveRepository(asked) && (given.git ?? (await confirm(gitQuestion(asked)))),
  };
}

/** A `.git` that is there already is left alone. */
function mayHaveRepository({ repository, path }: Target): boolean {
  return repository !== path;
}

async function completeByDefaults(
  given: Given,
  target: Target | undefined,
  { resolveTarget, packageManager }: Circumstances,
): Promise<Answers> {
  if (!given.yes && (target === undefined || given.variant === undefined)) throw missingAnswers(given);
  const taken = target ?? (await resolveTarget(defaultDirectory));
  return {
    target: taken,
    variant: given.variant ?? variants.fallback,
    form: given.form ?? forms.fallback,
    router: given.router ?? routers.fallback,
    packageManager: given.packageManager ?? packageManager,
    install: given.install ?? true,
    // Nor is one made inside another, unless that is asked for.
    git: mayHaveRepository(taken) && (given.git ?? taken.repository === undefined),
  };
}

function missingAnswers({ directory, variant }: Given): MissingAnswersError {
  const { flag, fallback } = variants;
  const folder: Need = { argument: '<folder>', example: defaultDirectory };
  const choice: Need = { flag: `--${flag}`, choices: valuesOf(variants) };
  if (directory !== undefined) {
    const spelled = alternatives(variants, `--${flag} `);
    return new MissingAnswersError(`--${flag} is missing: pass ${spelled}, or --yes for ${fallback}.`, [
      choice,
    ]);
  }
  if (variant !== undefined) {
    return new MissingAnswersError(
      `The folder is missing: pass its name, as in my-site, or --yes for ${defaultDirectory}.`,
      [folder],
    );
  }
  return new MissingAnswersError(
    `The folder and --${flag} are missing: pass both, as in ${alternatives(variants, `my-site --${flag} `)}, ` +
      `or --yes for ${defaultDirectory} and ${fallback}.`,
    [folder, choice],
  );
}
