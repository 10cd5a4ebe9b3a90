import { UsageError } from '../errors.ts';
import { isSetByFlag, variableOf } from '../npm-variables.ts';
import { isNpm } from '../swallowed-flags.ts';
import { readArguments } from './arguments.ts';
import type { Flag } from './arguments.ts';
import { readRoutePath } from './generate/route-pattern.ts';

type Environment = NodeJS.ProcessEnv;

/** A command as it was typed, or as much of it as npm has left. */
export interface Typed {
  /** As in `generate`. */
  readonly command: string;
  /** What stands behind it. */
  readonly args: readonly string[];
  /** Those that the command has. */
  readonly flags: readonly Flag[];
  /** How many arguments that are no flags the command itself takes. */
  readonly words: number;
}

/**
 * Gives a command back the flags that npm took for its own, because no `--` stood before them.
 *
 * `--path=/x` reaches this program as `npm_config_path=/x`, and `--path /x` as `npm_config_path=true` and the argument
 * `/x`. Where there are several such flags, nobody can tell which argument is whose. Of several `--token` only the last
 * is left.
 *
 * @returns the arguments as they were meant
 * @throws {UsageError} with what to type instead when it cannot be told what was meant
 */
export function withSwallowedFlags(typed: Typed, env: Environment): readonly string[] {
  const script = scriptOf(env);
  const { args, flags } = typed;
  if (script === undefined) return args;
  const { values, switches } = readArguments(args, flags, Infinity);
  const found: string[] = [];
  const withoutValue: Flag[] = [];
  for (const flag of flags) {
    const { name, placeholder } = flag;
    if (switches.has(name) || values[name] !== undefined || isForNpx(name, script)) continue;
    for (const value of swallowedValues(name, env)) {
      if (placeholder === undefined) found.push(...(value === 'true' ? [`--${name}`] : []));
      else if (value === 'true' || value === '') withoutValue.push(flag);
      else found.push(`--${name}=${value}`);
    }
  }
  const given = withValues(typed, found, withoutValue, script);
  const token = found.some((flag) => flag.startsWith('--token='));
  if (token && settingFor('token', env) !== 'token' && mayHaveSeveralTokens(given, flags)) {
    const reason = 'npm keeps only the last --token, and whether there were more cannot be told';
    throw instead(typed, reason, ['path', 'token'], script);
  }
  return given;
}

/** The arguments with the flags that were found, and the values beside them given back to those that have lost theirs. */
function withValues(
  typed: Typed,
  found: readonly string[],
  withoutValue: readonly Flag[],
  script: string,
): readonly string[] {
  const { args, flags, words } = typed;
  const [first] = withoutValue;
  if (first === undefined) return [...args, ...found];
  const { positionals, positions } = readArguments(args, flags, Infinity);
  const spare = positionals.slice(words);
  if (spare.length !== withoutValue.length || withoutValue.some((flag) => flag !== first)) {
    const names = [...new Set(withoutValue)].map(({ name }) => name);
    const which = names.map((name) => `--${name}`).join(' and ');
    const reason = `npm took ${which} for its own, and whose value is which cannot be told`;
    throw instead(typed, reason, names, script);
  }
  const taken = new Set(positions.slice(words));
  return [
    ...args.filter((_, index) => !taken.has(index)),
    ...found,
    ...spare.map((value) => `--${first.name}=${value}`),
  ];
}

/** Whether a route can have more than one `--token`. */
function mayHaveSeveralTokens(args: readonly string[], flags: readonly Flag[]): boolean {
  const [path] = readArguments(args, flags, Infinity).values['path'] ?? [];
  if (path === undefined) return true;
  const read = readRoutePath(path);
  return typeof read !== 'string' && read.placeholders.length > 1;
}

/** Whether JSON is wanted, also by a command line that is refused. */
export function wantsJson(args: readonly string[], env: Environment): boolean {
  return (
    args.includes('--json') || (scriptOf(env) !== undefined && swallowedValues('json', env)[0] === 'true')
  );
}

/** The script as which npm runs this program; undefined when npm can have swallowed nothing. */
function scriptOf(env: Environment): string | undefined {
  const script = env['npm_lifecycle_event'];
  return isNpm(env) && ['generate', 'fw', 'npx'].includes(script ?? '') ? script : undefined;
}

/** `npx --yes fw …` lets npx install without a question. */
function isForNpx(flag: string, script: string): boolean {
  return script === 'npx' && flag === 'yes';
}

/** What to type instead, with the flags of these names. */
function instead(
  { command, args, flags, words }: Typed,
  reason: string,
  names: readonly string[],
  script: string,
): UsageError {
  const beginning = {
    generate: 'npm run generate --',
    fw: `npm run fw -- ${command}`,
    npx: `npx fw ${command}`,
  }[script];
  const meant = [
    beginning,
    ...readArguments(args, flags, Infinity).positionals.slice(0, words),
    ...names.map((name) => `--${name} ${flags.find((flag) => flag.name === name)?.placeholder}`),
  ];
  return new UsageError(`${reason}: type ${meant.join(' ')}.`);
}

/** What npm left of a flag, once for each time that it was given; "true" without its value. */
function swallowedValues(flag: string, env: Environment): string[] {
  // npm takes `--class` for its own `-c -l -a -s -s`, of which `--long` and `--all` are left to see.
  if (flag === 'class' && isSetByFlag('long', env) && isSetByFlag('all', env)) return ['true'];
  const name = settingFor(flag, env);
  if (!isSetByFlag(name, env)) return [];
  return (env[variableOf(name)] ?? '').split('\n\n');
}

/** npm takes `--token` for the beginning of its own `--token-description`, which has one value. */
function settingFor(flag: string, env: Environment): string {
  return flag === 'token' && env[variableOf('token')] === undefined ? 'token-description' : flag;
}
