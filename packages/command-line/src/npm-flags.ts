import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { UsageError } from './errors.ts';
import { readArguments } from './arguments.ts';
import { findChoice, type Flag, listed, spelled } from './flag.ts';

type Environment = NodeJS.ProcessEnv;

/** A command as it was typed, or the part that npm has left. */
export interface Typed {
  /** The start of a command line on which npm leaves the following flags alone, as in `npm run generate --`. */
  readonly beginning: string;
  readonly args: readonly string[];
  readonly flags: readonly Flag[];
  /** The number of positional arguments that the command itself takes. */
  readonly words: number;
}

/** npm reads `--form` as an abbreviation of its own `--format-package-lock`, and drops it. */
const DROPPED_BY_NPM = 'form';
/** npm has a setting `git` that takes a string, so that `--git` alone arrives as an empty variable. */
const CONSUMES_VALUE = 'git';

/**
 * Restores the flags that npm consumed because they weren't preceded by `--`.
 *
 * `--path=/x` reaches this program as the variable `npm_config_path=/x`, and `--path /x` as `npm_config_path=true`
 * and the argument `/x`. A flag that the command line itself gives is left alone.
 *
 * @returns the arguments as they were meant
 * @throws UsageError with the command to type instead when the meaning is ambiguous
 */
export function withSwallowedFlags(typed: Typed, env: Environment): readonly string[] {
  if (!isNpm(env)) return typed.args;
  const { args, flags, words, beginning } = typed;
  const { positionals, positions, values, switches } = readArguments(args, flags, Infinity);
  const open = flags.filter(
    ({ name, positional }) => positional !== true && !switches.has(name) && values[name] === undefined,
  );
  const found: string[] = [];
  const bare: Flag[] = [];
  for (const flag of open) {
    for (const value of swallowedValues(flag.name, env)) {
      if (flag.placeholder === undefined) found.push(...asSwitch(flag, value, positionals));
      else if (value === 'true' || value === '') bare.push(flag);
      else found.push(`--${flag.name}=${value}`);
    }
  }

  // The positional arguments that aren't values of flags.
  const rest = positionals.map((text, index) => ({ text, position: positions[index] }));
  const give = (flag: Flag, index: number): void => {
    found.push(...rest.splice(index, 1).map(({ text }) => `--${flag.name}=${text}`));
  };
  // From the end: a folder may itself be called "a", and is usually typed before the flag.
  const choiceOf = ({ choices = {} }: Flag): number =>
    rest.findLastIndex(({ text }) => findChoice(choices, text) !== undefined);
  const undecided = bare.filter((flag) => {
    const index = choiceOf(flag);
    if (index !== -1) give(flag, index);
    return index === -1;
  });
  const traceless = open.find(({ name }) => name === DROPPED_BY_NPM);
  if (traceless !== undefined && choiceOf(traceless) !== -1) {
    if (rest.length === 1) throw folderOrForm(rest[0]?.text ?? '', beginning);
    give(traceless, choiceOf(traceless));
  }
  const [first] = undecided;
  if (first !== undefined) {
    const spare = rest.length - words;
    if (spare !== undecided.length || undecided.some((flag) => flag !== first)) {
      const names = listed(
        [...new Set(undecided)].map(({ name }) => `--${name}`),
        'and',
      );
      const reason = `npm consumed ${names}, and the values are ambiguous`;
      throw instead(typed, reason, undecided);
    }
    for (let count = 0; count < spare; count++) give(first, words);
  }
  const left = new Set(rest.map(({ position }) => position));
  const meant = [...args.filter((_, index) => left.has(index) || !positions.includes(index)), ...found];
  rejectLostTokens(typed, meant, found, env);
  return meant;
}

/** A flag without a value, as npm passes it: `--yes` as "true", `--no-git` as "false", `--no-install` as nothing. */
function asSwitch({ name, negatable }: Flag, value: string, positionals: readonly string[]): string[] {
  if (value === 'true') return [`--${name}`];
  if (name === CONSUMES_VALUE && value === '') return [`--${name}`];
  if (value === 'false' || value === '') return negatable === true ? [`--no-${name}`] : [];
  // `--git my-site`: the string is the folder, unless it can be the path of a git binary.
  const isFolder =
    name === CONSUMES_VALUE && value !== 'git' && !isAbsolute(value) && positionals.length === 0;
  return isFolder ? [value, `--${name}`] : [];
}

/** A route can have several `--token`, but npm keeps only the last. */
function rejectLostTokens(
  typed: Typed,
  meant: readonly string[],
  found: readonly string[],
  env: Environment,
): void {
  if (settingFor('token', env) === 'token' || !found.some((flag) => flag.startsWith('--token='))) return;
  const [path] = readArguments(meant, typed.flags, Infinity).values['path'] ?? [];
  if (path !== undefined && (path.match(/\{\s*[a-z_]/gi)?.length ?? 0) < 2) return;
  const reason = 'npm keeps only the last --token, so further ones may be lost';
  const needed = typed.flags.filter(({ name }) => name === 'path' || name === 'token');
  throw instead(typed, reason, needed);
}

/** An error with the command to type instead, with these flags. */
function instead(
  { beginning, args, flags, words }: Typed,
  reason: string,
  needed: readonly Flag[],
): UsageError {
  const { positionals } = readArguments(args, flags, Infinity);
  const meant = [beginning, ...positionals.slice(0, words), ...new Set(needed.map(spelled))];
  return new UsageError(`${reason}: type ${meant.join(' ')}.`);
}

function folderOrForm(text: string, beginning: string): UsageError {
  return new UsageError(
    `"${text}" is ambiguous: it may be the folder or the layout, because npm drops --${DROPPED_BY_NPM} before "--": type ` +
      `${beginning} ./${text}, or ${beginning} my-site --${DROPPED_BY_NPM} ${text}.`,
  );
}

/** Whether JSON is requested, also by an invalid command line. `fw request` sends the value after its `--json`. */
export function wantsJson(args: readonly string[], env: Environment): boolean {
  const isWanted = args.some((argument, index) => {
    const next = args[index + 1];
    if (argument === '--output' && next === 'json') return args[0] === 'request';
    return argument === '--json' && (args[0] !== 'request' || next === undefined || /^--?[a-z]/i.test(next));
  });
  return isWanted || (isNpm(env) && swallowedValues('json', env)[0] === 'true');
}

/** Variables to unset for child processes: npm would read the consumed flags as its settings. */
export function withoutSwallowed(flags: readonly Flag[]): Record<string, undefined> {
  return Object.fromEntries(flags.map(({ name }) => [variableOf(name), undefined]));
}

/** Whether npm started this program, and may have kept flags for itself. */
function isNpm(env: Environment): boolean {
  return env['npm_config_user_agent']?.startsWith('npm/') === true;
}

/** The values of a flag that npm has left, one for each time it was given; "true" without a value. */
function swallowedValues(flag: string, env: Environment): string[] {
  // npm reads `--class` as its own `-c -l -a -s -s`, and passes `--long` and `--all` on.
  if (flag === 'class' && isSetByFlag('long', env) && isSetByFlag('all', env)) return ['true'];
  const name = settingFor(flag, env);
  return isSetByFlag(name, env) ? (env[variableOf(name)] ?? '').split('\n\n') : [];
}

/** npm reads `--token` as an abbreviation of its own `--token-description`. */
function settingFor(flag: string, env: Environment): string {
  return flag === 'token' && env[variableOf('token')] === undefined ? 'token-description' : flag;
}

/** The environment variable in which npm passes a setting, or a flag that it read as one. */
function variableOf(name: string): string {
  return `npm_config_${name.replaceAll('-', '_')}`;
}

/** Whether npm passes a setting that no `.npmrc` contains, so that it must have been a flag. */
function isSetByFlag(name: string, env: Environment): boolean {
  if (env[variableOf(name)] === undefined) return false;
  const { npm_config_userconfig: user, npm_config_globalconfig: global, npm_config_local_prefix: root } = env;
  const files = [user, global, root === undefined ? undefined : join(root, '.npmrc')];
  const line = new RegExp(`^\\s*${name}\\s*(=|$)`, 'm');
  return !files.some((file) => file !== undefined && line.test(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
