import { type Flag, listed } from '#command-line/flag';
import { MissingAnswersError, UsageError } from '#command-line/errors';

/** The answers to prompts of a plopfile, whose values have any type. */
export type PlopAnswers = Record<string, unknown>;

/** Shows prompts, except those with an answer, and returns all answers. */
export type Ask = (prompts: readonly PlopPrompt[], answers: PlopAnswers) => Promise<PlopAnswers>;

/** A prompt of a plopfile: a question of inquirer. */
export interface PlopPrompt {
  readonly name: string;
  readonly type?: string;
  readonly message?: unknown;
  readonly default?: unknown;
  readonly choices?: unknown;
  readonly when?: unknown;
  validate?(value: unknown, answers: PlopAnswers): unknown;
  filter?(value: unknown, answers: PlopAnswers): unknown;
  /** Converts the value of a flag, for prompts of other types than those below. */
  bypass?(text: string, prompt: PlopPrompt): unknown;
}

/** The flags that answer prompts. */
export function flagsOfPrompts(prompts: readonly PlopPrompt[]): Flag[] {
  return prompts.map(({ name, message, type, choices }) => {
    const question = typeof message === 'string' ? message : `the answer ${name}`;
    return {
      name,
      placeholder: PLACEHOLDERS[type ?? ''] ?? '<text>',
      help: Array.isArray(choices) ? `${question} (${listed(namesOf(choices))})` : question,
    };
  });
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  confirm: '<yes|no>',
  number: '<number>',
  checkbox: '<choices>',
  list: '<choice>',
  rawlist: '<choice>',
  expand: '<choice>',
};

/** Converts and checks the values of flags. */
export async function answersFromFlags(
  prompts: readonly PlopPrompt[],
  given: Readonly<Record<string, string>>,
): Promise<PlopAnswers> {
  const answers: PlopAnswers = {};
  for (const prompt of prompts) {
    const text = given[prompt.name];
    if (text === undefined) continue;
    answers[prompt.name] = await checked(prompt, await valueOf(prompt, text, answers), answers);
  }
  return answers;
}

/**
 * Completes answers with defaults, when prompts are not possible.
 *
 * @throws MissingAnswersError for prompts that apply and have neither an answer nor a default
 */
export async function answersFromDefaults(
  prompts: readonly PlopPrompt[],
  given: PlopAnswers,
): Promise<PlopAnswers> {
  const answers = { ...given };
  const missing: PlopPrompt[] = [];
  for (const prompt of prompts) {
    if (prompt.name in answers || !(await applies(prompt, answers))) continue;
    const value = await called(prompt.default, answers);
    if (value === undefined) missing.push(prompt);
    else answers[prompt.name] = await checked(prompt, await chosen(prompt, value, answers), answers);
  }
  if (missing.length === 0) return answers;
  const flags = flagsOfPrompts(missing).map(({ name, placeholder }) => `--${name} ${placeholder}`);
  const [verb, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new MissingAnswersError(
    `${listed(flags, 'and')} ${verb} missing, and there are no prompts: pass ${them}.`,
    missing.map(({ name }) => ({ flag: `--${name}` })),
  );
}

/** A value of the plopfile, or what its function returns for the answers so far. */
async function called(value: unknown, answers: PlopAnswers): Promise<unknown> {
  return typeof value === 'function' ? (value as (answers: PlopAnswers) => unknown)(answers) : value;
}

async function applies({ when }: PlopPrompt, answers: PlopAnswers): Promise<boolean> {
  return when === undefined || Boolean(await called(when, answers));
}

/** Calls the `validate` and `filter` of a prompt. */
async function checked(prompt: PlopPrompt, value: unknown, answers: PlopAnswers): Promise<unknown> {
  const result = (await prompt.validate?.(value, answers)) ?? true;
  if (result !== true) {
    throw new UsageError(`--${prompt.name}: ${typeof result === 'string' ? result : 'the value is invalid'}`);
  }
  return prompt.filter === undefined ? value : prompt.filter(value, answers);
}

/** Converts the value of a flag. */
async function valueOf(prompt: PlopPrompt, text: string, answers: PlopAnswers): Promise<unknown> {
  const choices = await choicesOf(prompt, answers);
  const choose = (text: string): unknown => {
    const choice = choices.find((choice) => spellingsOf(choice).includes(text.trim()));
    if (choice !== undefined) return choiceValue(choice);
    throw new UsageError(`--${prompt.name} "${text}" is not a choice: choose ${listed(namesOf(choices))}.`);
  };
  if (prompt.bypass !== undefined) return prompt.bypass(text, prompt);
  switch (prompt.type) {
    case 'confirm':
      if (['yes', 'no'].includes(text)) return text === 'yes';
      throw new UsageError(`--${prompt.name} is yes or no, not "${text}".`);
    case 'number':
      if (text !== '' && Number.isFinite(Number(text))) return Number(text);
      throw new UsageError(`--${prompt.name} is a number, not "${text}".`);
    case 'checkbox':
      return text === '' ? [] : text.split(',').map(choose);
    case 'list':
    case 'rawlist':
    case 'expand':
      return choose(text);
    default:
      return text;
  }
}

/** The value for a default, which of a list may be the index of a choice. */
async function chosen(prompt: PlopPrompt, value: unknown, answers: PlopAnswers): Promise<unknown> {
  if (!['list', 'rawlist', 'expand'].includes(prompt.type ?? '')) return value;
  const choices = await choicesOf(prompt, answers);
  const choice =
    typeof value === 'number'
      ? choices[value]
      : choices.find((choice) => spellingsOf(choice).includes(String(value)));
  return choice === undefined ? value : choiceValue(choice);
}

type Choice =
  | string
  | number
  | {
      readonly type?: string;
      readonly value?: unknown;
      readonly name?: string;
      readonly key?: string;
    };

/** The choices of a prompt, without the lines that separate them. */
async function choicesOf({ choices }: PlopPrompt, answers: PlopAnswers): Promise<readonly Choice[]> {
  return withoutSeparators(((await called(choices, answers)) ?? []) as readonly Choice[]);
}

function withoutSeparators(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter((choice) => typeof choice !== 'object' || choice.type !== 'separator');
}

/** The choices as help and messages show them. */
function namesOf(choices: readonly Choice[]): string[] {
  return withoutSeparators(choices).map((choice) => spellingsOf(choice)[0] ?? '');
}

/** The spellings of a choice in a flag; the first is shown in messages. */
function spellingsOf(choice: Choice): string[] {
  if (typeof choice !== 'object') return [String(choice)];
  const { value, name, key } = choice;
  const plain = typeof value === 'object' ? undefined : value;
  return [plain, name, key].filter((text) => text !== undefined).map(String);
}

function choiceValue(choice: Choice): unknown {
  return typeof choice === 'object' ? (choice.value ?? choice.name ?? choice.key) : choice;
}
