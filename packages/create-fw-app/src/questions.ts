import type { Readable, Writable } from 'node:stream';

import type { PromptObject } from 'prompts';

import {
  alternatives,
  type Choice,
  explained,
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
import { CancelledError, MissingAnswersError, type Need } from './errors.ts';
import type { Target } from './target.ts';

export const defaultDirectory = 'my-site';

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

/** Where questions are asked: a pair of streams that a person sits at. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * The terminal of a process, or `undefined` unless its standard input and output both are one. Where `CI` is set
 * nobody sits at it.
 */
export function terminalOf({ stdin, stdout, env }: NodeJS.Process): Terminal | undefined {
  const isContinuousIntegration = env.CI !== undefined && !['', '0', 'false'].includes(env.CI);
  return stdin.isTTY && stdout.isTTY && !isContinuousIntegration
    ? { input: stdin, output: stdout }
    : undefined;
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

type Question = Omit<PromptObject<'answer'>, 'name'>;

function directoryQuestion(check: (directory: string) => Promise<unknown>): Question {
  return {
    type: 'text',
    message: 'Folder of the site',
    initial: defaultDirectory,
    validate: async (answer: string) => {
      try {
        await check(answer);
        return true;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

function choiceQuestion(choice: Choice<string>): Question {
  const lines = explained(choice);
  const width = Math.max(...lines.map(([value]) => value.length));
  return {
    type: 'select',
    message: choice.title,
    choices: lines.map(([value, line]) => ({ title: `${value.padEnd(width)}  ${line}`, value })),
    initial: 0,
  };
}

const installQuestion: Question = yesOrNo(
  'Install the dependencies',
  'so that the site runs at once',
  'do it yourself later',
);

function gitQuestion({ repository }: Target): Question {
  const yes = 'with everything in a first commit';
  if (repository === undefined) return yesOrNo('Make a git repository', yes, 'none, or do it yourself later');
  return {
    ...yesOrNo('Make a git repository', yes, `the site belongs to that of ${repository}`),
    initial: 1,
  };
}

function yesOrNo(message: string, yes: string, no: string): Question {
  return {
    type: 'select',
    message,
    choices: [
      { title: `yes  ${yes}`, value: 'yes' },
      { title: `no   ${no}`, value: 'no' },
    ],
    initial: 0,
  };
}

async function openQuestions(
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<(question: Question) => Promise<string>> {
  const { default: prompts } = await import('prompts');
  let over = false;
  const cancel = (): void => {
    over = true;
    // The key makes an open question put the terminal back in order; prompts itself notices neither the end of input
    // nor a signal, and would leave the process waiting or ending with 0.
    input.emit('keypress', undefined, { name: 'c', ctrl: true });
  };
  input.once('end', cancel).once('error', cancel);
  signal.addEventListener('abort', cancel, { once: true });

  return async (question) => {
    if (over || signal.aborted || input.readableEnded) throw cancelled(signal);
    const { answer }: { answer?: string } = await prompts({
      ...question,
      name: 'answer',
      stdin: input,
      stdout: output,
    });
    if (over || answer === undefined) throw cancelled(signal);
    return answer;
  };
}

function cancelled({ reason }: AbortSignal): CancelledError {
  return reason instanceof CancelledError ? reason : new CancelledError();
}
