/** The answers of a command line and of questions, by the name of their flag. */
export type Answers = Readonly<Record<string, string>>;

/** The values that a flag can have, each with one line that explains it. */
export type Choices<Value extends string = string> = Readonly<Record<Value, string>>;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * A flag of a command, from which its arguments are read, its help and completion are written, and its question is asked.
 *
 * @typeParam Context what the functions of a question need to know besides the answers, such as the site
 */
export interface Flag<Context = never> {
  readonly name: string;
  readonly short?: string;
  /** What stands behind it in the help, as in `<path>`; absent when it takes no value. */
  readonly placeholder?: string;
  /** It may also stand alone, at the end or before another flag, and then has the value "". */
  readonly mayStandAlone?: boolean;
  /** It is given without its name; the last such may take several arguments, where it has a `separator`. */
  readonly positional?: boolean;
  readonly help: string;
  readonly choices?: Choices;
  /** There is `--no-<name>` too; the answers are "yes" and "no". */
  readonly negatable?: boolean;
  /** What separates several values in an answer; absent when the flag has one value. */
  readonly separator?: string;
  /** What is asked where the flag is not given; absent when nothing is asked. */
  readonly message?: string;
  /** The answer that Enter takes; without it, an answer must be given. */
  readonly initial?: (answers: Answers, context: Context) => Awaitable<string>;
  /** Its default counts only when confirmed, by Enter or `--yes`. */
  readonly needed?: boolean;
  /** Choices whose lines depend on other answers. */
  readonly explain?: (answers: Answers, context: Context) => Awaitable<Choices>;
  /** Why an answer is refused, in one sentence; `undefined` when it is not. */
  readonly validate?: (answer: string, answers: Answers, context: Context) => Awaitable<string | undefined>;
  /** Whether the question makes sense; absent when it always does. */
  readonly when?: (answers: Answers, context: Context) => Awaitable<boolean>;
}

export const yesFlag: Flag<unknown> = {
  name: 'yes',
  short: 'y',
  help: 'ask nothing: take the default of what is not given',
};
export const dryRunFlag: Flag<unknown> = {
  name: 'dry-run',
  help: 'show what would be changed as a diff, and change nothing',
};
export const jsonFlag: Flag<unknown> = { name: 'json', help: 'print JSON, for other programs' };
export const helpFlag: Flag<unknown> = { name: 'help', short: 'h', help: 'print this text' };

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

/** Choices in the order in which they are shown: the default first. */
export function defaultFirst(choices: Choices, initial: string | undefined): [value: string, line: string][] {
  return Object.entries(choices).toSorted(
    ([one], [other]) => Number(other === initial) - Number(one === initial),
  );
}

/** Texts in a sentence: `config, hybrid or programmatic`. */
export function listed(texts: readonly string[], word: 'and' | 'or' = 'or'): string {
  const before = texts.slice(0, -1).join(', ');
  return [before, texts.at(-1)].filter(Boolean).join(` ${word} `);
}

/** The flags that give `answers`, as a shell takes them: `--path /post --method GET`. */
export function flagsFor(flags: readonly Flag[], answers: Answers): string[] {
  return flags.flatMap(({ name, separator, negatable, positional }) => {
    const answer = answers[name];
    if (answer === undefined || answer === '') return [];
    if (negatable === true) return [answer === 'yes' ? `--${name}` : `--no-${name}`];
    if (positional === true) return answer.split(separator ?? '\0').map((word) => shellQuoted(word.trim()));
    // Values that are separated by line breaks are written as several flags.
    const values = separator === '\n' ? answer.split('\n') : [answer];
    return values.map((value) => `--${name} ${shellQuoted(value)}`);
  });
}

/** A text as one word of a shell. */
export function shellQuoted(text: string): string {
  const isWindows = process.platform === 'win32';
  const plain = isWindows ? /^[\p{L}\p{N}\\/._@:%+,=-]+$/u : /^[\p{L}\p{N}/._@:%+,=-]+$/u;
  if (plain.test(text)) return text;
  return isWindows ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
