import { MissingAnswersError, UsageError } from './errors.ts';
import type { Arguments } from './arguments.ts';
import { type Answers, type Flag, listed, spelled } from './flag.ts';
import { choiceQuestion, openQuestions, type Question, type Terminal, textQuestion } from './questions.ts';

/** Decides whether prompts are shown. */
export interface Prompting {
  /** The terminal for prompts; `undefined` when nothing is interactive. */
  readonly terminal: Terminal | undefined;
  /** Whether `--yes` was given, which accepts every default. */
  readonly yes: boolean;
  /** Cancels a prompt that waits. */
  readonly signal: AbortSignal;
}

/** The answers from arguments. */
export function givenAnswers(flags: readonly Flag[], { values, positionals }: Arguments): Answers {
  return Object.fromEntries(
    flags.flatMap(({ name, positional, separator }) => {
      const given = positional === true ? positionals : (values[name] ?? []);
      const answer = separator === undefined ? given.at(-1) : given.join(separator);
      return answer === undefined || given.length === 0 ? [] : [[name, answer]];
    }),
  );
}

/**
 * Completes the answers that were given: by prompts when there is a terminal and no `--yes`, otherwise by the
 * defaults.
 *
 * @throws MissingAnswersError when an answer without a default is missing and prompts are not possible
 * @throws UsageError when an answer is invalid
 * @throws CancelledError on Ctrl-C, Esc, the end of input, or the signal
 */
export async function completeAnswers<Context>(
  flags: readonly Flag<Context>[],
  given: Answers,
  context: Context,
  { terminal, yes, signal }: Prompting,
): Promise<Answers> {
  const isInteractive = terminal !== undefined && !yes;
  const answers: Record<string, string> = { ...given };
  // Given answers are validated first, so that a user doesn't answer prompts in vain.
  for (const flag of flags) {
    if (given[flag.name] !== undefined) await checkAnswer(flag, given[flag.name] ?? '', answers, context);
  }
  if (!isInteractive) await rejectMissing(flags, given, context, yes);
  const prompt = isInteractive ? await openQuestions(terminal, signal) : undefined;
  for (const flag of flags) {
    const { name, message, initial, when } = flag;
    if (answers[name] !== undefined || (message === undefined && initial === undefined)) continue;
    if (when !== undefined && !(await when(answers, context))) continue;
    const suggestion = await initial?.(answers, context);
    answers[name] =
      prompt === undefined || message === undefined
        ? (suggestion ?? '')
        : await prompt(await questionOf(flag, message, suggestion, answers, context));
    await checkAnswer(flag, answers[name], answers, context);
  }
  signal.throwIfAborted();
  return answers;
}

async function rejectMissing<Context>(
  flags: readonly Flag<Context>[],
  given: Answers,
  context: Context,
  yes: boolean,
): Promise<void> {
  const missing = flags.filter(
    ({ name, message, initial, needed }) =>
      given[name] === undefined &&
      message !== undefined &&
      (initial === undefined || (needed === true && !yes)),
  );
  if (missing.length === 0) return;
  const initials = await Promise.all(missing.map(async ({ initial }) => initial?.(given, context)));
  const defaults = initials.filter((initial) => initial !== undefined);
  const [verb, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const orYes = defaults.length === missing.length ? `, or --yes for ${listed(defaults, 'and')}` : '';
  throw new MissingAnswersError(
    `${listed(missing.map(spelled), 'and')} ${verb} missing, and there is no terminal for prompts: pass ${them}${orYes}.`,
    missing.map(({ name, positional, placeholder = '', choices }, index) =>
      positional === true
        ? { argument: placeholder, example: initials[index] ?? '' }
        : { flag: `--${name}`, ...(choices !== undefined && { choices: Object.keys(choices) }) },
    ),
  );
}

async function checkAnswer<Context>(
  { name, positional, validate }: Flag<Context>,
  answer: string,
  answers: Answers,
  context: Context,
): Promise<void> {
  const found = await validate?.(answer, answers, context);
  if (found !== undefined) throw new UsageError(positional === true ? found : `--${name}: ${found}`);
}

async function questionOf<Context>(
  { choices, explain, validate }: Flag<Context>,
  message: string,
  initial: string | undefined,
  answers: Answers,
  context: Context,
): Promise<Question> {
  const lines = (await explain?.(answers, context)) ?? choices;
  if (lines !== undefined) return choiceQuestion(message, initial, lines);
  return textQuestion(message, initial, async (answer) =>
    validate?.(answer === '' ? (initial ?? '') : answer, answers, context),
  );
}
