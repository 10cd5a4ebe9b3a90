import type { Readable, Writable } from 'node:stream';

import type { PromptObject } from 'prompts';

import { CancelledError, UsageError } from './errors.ts';
import { defaultVariant, parseVariant, variantLines } from './variant.ts';
import type { Variant } from './variant.ts';

export const defaultDirectory = 'my-site';

export interface Answers {
  readonly directory: string;
  readonly variant: Variant;
}

/** What is known before any question. */
export interface Given {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
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
 * Completes what was given: by the defaults under `--yes`, else by asking, and only for what is missing.
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
  const { directory, variant } = given;
  if (directory !== undefined && variant !== undefined) return { directory, variant };
  if (given.yes) return { directory: directory ?? defaultDirectory, variant: variant ?? defaultVariant };
  if (terminal === undefined) throw missingAnswers(directory, variant);

  const ask = await openQuestions(terminal, signal);
  return {
    directory: directory ?? (await ask(directoryQuestion(checkDirectory))),
    variant: variant ?? parseVariant(await ask(variantQuestion)),
  };
}

function missingAnswers(directory: string | undefined, variant: Variant | undefined): UsageError {
  if (directory !== undefined) {
    return new UsageError('--variant is missing: pass --variant a or --variant b, or --yes for b.');
  }
  if (variant !== undefined) {
    return new UsageError(
      `The folder is missing: pass its name, as in my-site, or --yes for ${defaultDirectory}.`,
    );
  }
  return new UsageError(
    'The folder and --variant are missing: pass both, as in my-site --variant a or my-site --variant b, ' +
      `or --yes for ${defaultDirectory} and ${defaultVariant}.`,
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

const variantQuestion: Question = {
  type: 'select',
  message: 'Variant',
  choices: Object.entries(variantLines).map(([value, line]) => ({
    title: `${value.toUpperCase()}  ${line}`,
    value,
  })),
  initial: 0,
};

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
