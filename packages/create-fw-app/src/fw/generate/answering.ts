import { UsageError } from '../../errors.ts';
import { openQuestions, textQuestion } from '../../questions.ts';
import type { Question as Prompt, Terminal } from '../../questions.ts';
import type { Site } from '../site.ts';
import type { Answers, Generator, Question } from './generator.ts';

/** Flags are missing, and nobody is there to be asked. */
export class MissingFlagsError extends UsageError {
  readonly needs: readonly { readonly flag: string; readonly choices?: readonly string[] }[];

  constructor(questions: readonly Question[]) {
    const named = questions.map(({ flag, placeholder }) => `--${flag} ${placeholder}`);
    const verb = named.length === 1 ? 'is' : 'are';
    super(
      `${named.join(' and ')} ${verb} missing, and there is no terminal to ask at: pass ${named.length === 1 ? 'it' : 'them'}.`,
    );
    this.needs = questions.map(({ flag, choices }) => ({
      flag: `--${flag}`,
      ...(choices !== undefined && { choices: choices.map(({ value }) => value) }),
    }));
  }

  override toJSON(): object {
    return { ...super.toJSON(), needs: this.needs };
  }
}

/**
 * Completes the answers that were given as flags: by asking where there is a terminal, else by the defaults.
 *
 * @param terminal undefined when nobody is to be asked
 * @throws {MissingFlagsError} when an answer without a default is missing and nobody is to be asked
 * @throws {UsageError} when an answer cannot be
 * @throws {CancelledError} on Ctrl-C, Esc, the end of input, or `signal`
 */
export async function completeAnswers(
  { questions }: Generator,
  given: Answers,
  site: Site,
  terminal: Terminal | undefined,
  signal: AbortSignal,
): Promise<Answers> {
  const concerned = questions.filter(({ when }) => when?.(site) ?? true);
  for (const { flag, when } of questions) {
    if (given[flag] === undefined || (when?.(site) ?? true)) continue;
    throw new UsageError(`--${flag} means nothing in a site of the form ${site.form}: leave it out.`);
  }
  const missing = concerned.filter(({ flag, initial }) => given[flag] === undefined && initial === undefined);
  if (terminal === undefined && missing.length > 0) throw new MissingFlagsError(missing);
  const answers: Record<string, string> = { ...given };
  // What was given is judged before anything is asked, so that nobody answers in vain.
  for (const question of concerned) {
    if (given[question.flag] !== undefined) judge(question, given[question.flag] ?? '', answers, site);
  }
  const ask = terminal === undefined ? undefined : await openQuestions(terminal, signal);
  for (const question of concerned) {
    if (answers[question.flag] !== undefined) continue;
    const initial = question.initial?.(answers, site);
    if (ask === undefined || question.unasked === true) answers[question.flag] = initial ?? '';
    else answers[question.flag] = await ask(asPrompt(question, initial, answers, site));
    judge(question, answers[question.flag] ?? '', answers, site);
  }
  signal.throwIfAborted();
  return answers;
}

/** Why an answer cannot be, in one sentence. */
export function faultOf(
  { choices, fault }: Question,
  answer: string,
  answers: Answers,
  site: Site,
): string | undefined {
  if (choices !== undefined && !choices.some(({ value }) => value === answer)) {
    return `"${answer}" is none of ${choices.map(({ value }) => value).join(', ')}.`;
  }
  return fault?.(answer, answers, site);
}

function judge(question: Question, answer: string, answers: Answers, site: Site): void {
  const fault = faultOf(question, answer, answers, site);
  if (fault !== undefined) throw new UsageError(`--${question.flag}: ${fault}`);
}

function asPrompt(question: Question, initial: string | undefined, answers: Answers, site: Site): Prompt {
  const { message, choices } = question;
  if (choices !== undefined) {
    const width = Math.max(...choices.map(({ value }) => value.length));
    return {
      type: 'select',
      message,
      choices: choices.map(({ value, line }) => ({ title: `${value.padEnd(width)}  ${line}`, value })),
      initial: Math.max(
        0,
        choices.findIndex(({ value }) => value === initial),
      ),
    };
  }
  return textQuestion(
    message,
    initial,
    (answer) => faultOf(question, answer === '' ? (initial ?? '') : answer, answers, site) ?? true,
  );
}
