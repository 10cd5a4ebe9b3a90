import { MissingAnswersError, UsageError } from '../errors.ts';
import type { Arguments } from './arguments.ts';
import { type Answers, type Flag, listed, spelled } from './flag.ts';
import { choiceQuestion, openQuestions, type Question, type Terminal, textQuestion } from './questions.ts';

/** What decides whether a person is asked. */
export interface Asking {
  /** Where to ask; `undefined` when nobody is there to answer. */
  readonly terminal: Terminal | undefined;
  /** Whether every default is agreed to, by `--yes`. */
  readonly yes: boolean;
  /** Cancels a question that waits. */
  readonly signal: AbortSignal;
}

/** The answers that arguments give; of a flag that has one value, the last that was given. */
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
 * Completes the answers that were given: by asking where there is a terminal and no `--yes`, else by the defaults.
 *
 * @throws {MissingAnswersError} when an answer without a default is missing and nobody is to be asked
 * @throws {UsageError} when an answer cannot be
 * @throws {CancelledError} on Ctrl-C, Esc, the end of input, or the signal
 */
export async function completeAnswers<Place>(
  flags: readonly Flag<Place>[],
  given: Answers,
  place: Place,
  { terminal, yes, signal }: Asking,
): Promise<Answers> {
  const isAsked = terminal !== undefined && !yes;
  const answers: Record<string, string> = { ...given };
  // What was given is judged before anything is asked, so that nobody answers in vain.
  for (const flag of flags) {
    if (given[flag.name] !== undefined) await judge(flag, given[flag.name] ?? '', answers, place);
  }
  if (!isAsked) await refuseMissing(flags, given, place, yes);
  const ask = isAsked ? await openQuestions(terminal, signal) : undefined;
  for (const flag of flags) {
    const { name, message, initial, when } = flag;
    if (answers[name] !== undefined || (message === undefined && initial === undefined)) continue;
    if (when !== undefined && !(await when(answers, place))) continue;
    const usual = await initial?.(answers, place);
    answers[name] =
      ask === undefined || message === undefined
        ? (usual ?? '')
        : await ask(await questionOf(flag, message, usual, answers, place));
    await judge(flag, answers[name], answers, place);
  }
  signal.throwIfAborted();
  return answers;
}

async function refuseMissing<Place>(
  flags: readonly Flag<Place>[],
  given: Answers,
  place: Place,
  yes: boolean,
): Promise<void> {
  const missing = flags.filter(
    ({ name, message, initial, needed }) =>
      given[name] === undefined &&
      message !== undefined &&
      (initial === undefined || (needed === true && !yes)),
  );
  if (missing.length === 0) return;
  const initials = await Promise.all(missing.map(async ({ initial }) => initial?.(given, place)));
  const defaults = initials.filter((initial) => initial !== undefined);
  const [verb, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const orYes = defaults.length === missing.length ? `, or --yes for ${listed(defaults, 'and')}` : '';
  throw new MissingAnswersError(
    `${listed(missing.map(spelled), 'and')} ${verb} missing, and there is no terminal to ask at: pass ${them}${orYes}.`,
    missing.map(({ name, positional, placeholder = '', choices }, index) =>
      positional === true
        ? { argument: placeholder, example: initials[index] ?? '' }
        : { flag: `--${name}`, ...(choices !== undefined && { choices: Object.keys(choices) }) },
    ),
  );
}

async function judge<Place>(
  { name, positional, fault }: Flag<Place>,
  answer: string,
  answers: Answers,
  place: Place,
): Promise<void> {
  const found = await fault?.(answer, answers, place);
  if (found !== undefined) throw new UsageError(positional === true ? found : `--${name}: ${found}`);
}

async function questionOf<Place>(
  { choices, explain, fault }: Flag<Place>,
  message: string,
  initial: string | undefined,
  answers: Answers,
  place: Place,
): Promise<Question> {
  const lines = (await explain?.(answers, place)) ?? choices;
  if (lines !== undefined) return choiceQuestion(message, initial, lines);
  return textQuestion(message, initial, async (answer) =>
    fault?.(answer === '' ? (initial ?? '') : answer, answers, place),
  );
}
