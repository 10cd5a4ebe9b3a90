/** The answers of a command line and of questions, by the name of their flag. */
export type Answers = Readonly<Record<string, string>>;

/** The values that a flag can have, each with one line that explains it. */
export type Choices<Value extends string = string> = Readonly<Record<Value, string>>;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * A flag of a command. Its arguments, help, completion and prompt are derived from it.
 *
 * @typeParam Context passed to the functions of a prompt beside the answers, such as the project
 */
export interface Flag<Context = never> {
  readonly name: string;
  readonly short?: string;
  /** The value's placeholder in the help, as in `<path>`; absent when the flag takes no value. */
  readonly placeholder?: string;
  /** The flag may have no value, at the end or before another flag, and its value is then "". */
  readonly mayStandAlone?: boolean;
  /** The flag is given without its name. */
  readonly positional?: boolean;
  readonly help: string;
  readonly choices?: Choices;
  /** There is a flag `--no-<name>` too; the answers are "yes" and "no". */
  readonly negatable?: boolean;
  /** Separates several values in an answer; absent when the flag has one value. */
  readonly separator?: string;
  /** The flag may be given several times, although its answer isn't one text with a separator. */
  readonly repeatable?: boolean;
  /** The prompt when the flag is missing; absent when there is no prompt. */
  readonly message?: string;
  /** The default answer; without a default, an answer is required. */
  readonly initial?: (answers: Answers, context: Context) => Awaitable<string>;
  /** The default is used only when confirmed, by Enter or `--yes`. */
  readonly needed?: boolean;
  /** The choices as the prompt explains them, in several lines or depending on other answers. */
  readonly explain?: (answers: Answers, context: Context) => Awaitable<Choices>;
  /** The reason why an answer is invalid, in one sentence; `undefined` when it is valid. */
  readonly validate?: (answer: string, answers: Answers, context: Context) => Awaitable<string | undefined>;
  /** Whether the question applies; absent when it always does. */
  readonly when?: (answers: Answers, context: Context) => Awaitable<boolean>;
}

export const yesFlag: Flag<unknown> = {
  name: 'yes',
  short: 'y',
  help: 'skip prompts and use defaults for missing values',
};
export const dryRunFlag: Flag<unknown> = {
  name: 'dry-run',
  help: 'show the changes as a diff without applying them',
};
export const jsonFlag: Flag<unknown> = { name: 'json', help: 'print JSON, for other programs' };
export const helpFlag: Flag<unknown> = { name: 'help', short: 'h', help: 'print this help' };

/** A flag as it is typed: `--path <path>`, or `<folder>`. */
export function spelled({ name, placeholder = '', positional, choices }: Flag): string {
  if (positional === true) return placeholder;
  const values = choices === undefined ? '' : `<${Object.keys(choices).join('|')}>`;
  return `--${name} ${placeholder === '' ? '' : values || placeholder}`.trimEnd();
}

/** The choice that `text` names, in either case. */
export function findChoice<Value extends string>(choices: Choices<Value>, text: string): Value | undefined {
  return (Object.keys(choices) as Value[]).find((value) => value === text.toLowerCase());
}

/** Choices in display order: the default first. */
export function defaultFirst(choices: Choices, initial: string | undefined): [value: string, line: string][] {
  return Object.entries(choices).toSorted(
    ([one], [other]) => Number(other === initial) - Number(one === initial),
  );
}

/** Strings joined in a sentence: `config, hybrid or programmatic`. */
export function listed(texts: readonly string[], word: 'and' | 'or' = 'or'): string {
  const before = texts.slice(0, -1).join(', ');
  return [before, texts.at(-1)].filter(Boolean).join(` ${word} `);
}

/** The flags for `answers`, quoted for a shell: `--path /post --method GET`. */
export function flagsFor(flags: readonly Flag[], answers: Answers): string[] {
  return flags.flatMap(({ name, separator, negatable, positional }) => {
    const answer = answers[name];
    if (answer === undefined || answer === '') return [];
    if (negatable === true) return [answer === 'yes' ? `--${name}` : `--no-${name}`];
    if (positional === true) return [shellQuoted(answer.trim())];
    // Values that are separated by line breaks are written as several flags.
    const values = separator === '\n' ? answer.split('\n') : [answer];
    return values.map((value) => `--${name} ${shellQuoted(value)}`);
  });
}

/** A string quoted as one word of a shell. */
export function shellQuoted(text: string): string {
  const isWindows = process.platform === 'win32';
  const plain = isWindows ? /^[\p{L}\p{N}\\/._@:%+,=-]+$/u : /^[\p{L}\p{N}/._@:%+,=-]+$/u;
  if (plain.test(text)) return text;
  return isWindows ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
