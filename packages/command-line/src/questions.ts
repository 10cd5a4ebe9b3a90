import type { Readable, Writable } from 'node:stream';
import type { PromptObject } from 'prompts';
import { CancelledError, messageOf } from './errors.ts';
import { type Choices, defaultFirst } from './flag.ts';
import { table, DEFAULT_COLUMNS } from './output.ts';

/** An interactive terminal: a pair of streams. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * The terminal of a process, or `undefined` unless its standard input and output are both terminals, and when `CI` is
 * set.
 */
export function terminalOf({ stdin, stdout, env }: NodeJS.Process): Terminal | undefined {
  const isContinuousIntegration = env['CI'] !== undefined && !['', '0', 'false'].includes(env['CI']);
  if (!stdin.isTTY || !stdout.isTTY || isContinuousIntegration) return undefined;
  // The terminal of a program may have no size, and prompts would then not notice that a line wraps.
  if (stdout.columns === 0) stdout.columns = Number(env['COLUMNS']) || DEFAULT_COLUMNS;
  return { input: stdin, output: stdout };
}

export type Question = Omit<PromptObject<'answer'>, 'name'>;

/** The fields of prompts' text question that are used for drawing. */
interface DrawnText {
  msg: string;
  error?: boolean;
  readonly errorMsg: string;
  readonly done?: boolean;
}

/**
 * A prompt for text. A validation error is shown between the message and the answer, because prompts miscounts the
 * lines of errors that it shows itself, and overwrites the lines above.
 *
 * @param validate returns or throws the reason why an answer is invalid; `undefined` when it is valid
 */
export function textQuestion(
  message: string,
  initial: string | undefined,
  validate: (answer: string) => Promise<string | undefined>,
): Question {
  let reason: string | undefined;
  return {
    type: 'text',
    message,
    ...(initial !== undefined && { initial }),
    validate: async (answer: string) => (await validate(answer).catch(messageOf)) ?? true,
    onRender(this: DrawnText, { red }) {
      if (this.error === true) {
        reason = this.errorMsg;
        this.error = false;
      }
      const isOpen = reason !== undefined && this.done !== true;
      this.msg = isOpen ? `${message}\n${red(`› ${reason}`)}\n` : message;
    },
  };
}

/** The fields of prompts' select question that are used for drawing. */
interface DrawnSelect {
  readonly choices: { title: string }[];
  readonly cursor: number;
  readonly done?: boolean;
}

/**
 * A prompt to choose a value; the first is the default. Once it is answered, only the first line of the chosen value
 * stays on the screen.
 */
export function choiceQuestion(message: string, initial: string | undefined, choices: Choices): Question {
  const explained = defaultFirst(choices, initial);
  // prompts draws four columns in front of a choice, and a full line would wrap.
  const columns = Math.min(process.stdout.columns || DEFAULT_COLUMNS, DEFAULT_COLUMNS) - 5;
  const titlesOf = (rows: readonly (readonly string[])[]): string[] =>
    table(rows, columns).map((row) => row.replaceAll('\n', '\n    '));
  const titles = titlesOf(explained);
  const firstLines = titlesOf(explained.map(([value, text]) => [value, text.split('\n', 1)[0] ?? '']));
  return {
    type: 'select',
    message,
    choices: explained.map(([value], index) => ({ title: titles[index] ?? value, value })),
    initial: 0,
    onRender(this: DrawnSelect) {
      const choice = this.choices[this.cursor];
      if (this.done === true && choice !== undefined) choice.title = firstLines[this.cursor] ?? choice.title;
    },
  };
}

/**
 * @returns a function that shows a prompt, and throws `CancelledError` on Ctrl-C, Esc, the end of input or the signal
 */
export async function openQuestions(
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<(question: Question) => Promise<string>> {
  const { default: prompts } = await import('prompts');
  let over = false;
  const cancel = (): void => {
    over = true;
    // The key makes an open prompt restore the terminal; prompts itself notices neither the end of input nor a
    // signal, and would leave the process waiting or ending with 0.
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
