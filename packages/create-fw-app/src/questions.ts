import type { Readable, Writable } from 'node:stream';

import type { PromptObject } from 'prompts';

import {
  alternatives,
  type Choice,
  explained,
  type Form,
  forms,
  parseValue,
  type Router,
  routers,
  type Variant,
  variants,
} from './choices.ts';
import { CancelledError, UsageError } from './errors.ts';

export const defaultDirectory = 'my-site';

export interface Answers {
  readonly directory: string;
  readonly variant: Variant;
  readonly form: Form;
  readonly router: Router;
}

/** What is known before any question. */
export interface Given {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
  readonly form: Form | undefined;
  readonly router: Router | undefined;
  readonly yes: boolean;
}

/** Where questions are asked: a pair of streams that a person sits at. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The terminal of a process, or `undefined` unless its standard input and output both are one. */
export function terminalOf({ stdin, stdout }: NodeJS.Process): Terminal | undefined {
  return stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : undefined;
}

/**
 * Completes what was given: by the defaults under `--yes`, else by asking, and only for what is missing. Where nobody
 * can be asked the folder and the variant have to be given, and the rest has defaults.
 *
 * @param terminal where to ask; `undefined` when nobody is there to answer
 * @param checkDirectory rejects with the reason why an answer cannot be the folder
 * @param signal cancels a question that waits
 * @throws {UsageError} when something is missing and there is no terminal
 * @throws {CancelledError} on Ctrl-C, Esc, the end of input, or `signal`
 */
export async function completeAnswers(
  given: Given,
  terminal: Terminal | undefined,
  checkDirectory: (directory: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<Answers> {
  if (given.yes || terminal === undefined) return completeByDefaults(given);
  const ask = await openQuestions(terminal, signal);
  const choose = async <Value extends string>(choice: Choice<Value>): Promise<Value> =>
    parseValue(choice, await ask(choiceQuestion(choice)));
  return {
    directory: given.directory ?? (await ask(directoryQuestion(checkDirectory))),
    variant: given.variant ?? (await choose(variants)),
    form: given.form ?? (await choose(forms)),
    router: given.router ?? (await choose(routers)),
  };
}

function completeByDefaults(given: Given): Answers {
  const { directory, variant, form = forms.fallback, router = routers.fallback } = given;
  if (!given.yes && (directory === undefined || variant === undefined)) {
    throw missingAnswers(directory, variant);
  }
  return { directory: directory ?? defaultDirectory, variant: variant ?? variants.fallback, form, router };
}

function missingAnswers(directory: string | undefined, variant: Variant | undefined): UsageError {
  const { flag, fallback } = variants;
  if (directory !== undefined) {
    const spelled = alternatives(variants, `--${flag} `);
    return new UsageError(`--${flag} is missing: pass ${spelled}, or --yes for ${fallback}.`);
  }
  if (variant !== undefined) {
    return new UsageError(
      `The folder is missing: pass its name, as in my-site, or --yes for ${defaultDirectory}.`,
    );
  }
  return new UsageError(
    `The folder and --${flag} are missing: pass both, as in ${alternatives(variants, `my-site --${flag} `)}, ` +
      `or --yes for ${defaultDirectory} and ${fallback}.`,
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
    if (over || signal.aborted || input.readableEnded) throw new CancelledError();
    const { answer }: { answer?: string } = await prompts({
      ...question,
      name: 'answer',
      stdin: input,
      stdout: output,
    });
    if (over || answer === undefined) throw new CancelledError();
    return answer;
  };
}
