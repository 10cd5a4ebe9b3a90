import { UsageError } from '../errors.ts';
import { isSetByFlag, variableOf } from '../npm-variables.ts';
import { isNpm } from '../swallowed-flags.ts';
import { readArguments } from './arguments.ts';
import type { Flag } from './arguments.ts';

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
 * `/x`. Where there are several such flags, nobody can tell which argument is whose.
 *
 * @returns the arguments as they were meant
 * @throws {UsageError} with what to type instead when it cannot be told what was meant
 */
export function withSwallowedFlags(typed: Typed, env: Environment): readonly string[] {
  const script = scriptOf(env);
  const { args, flags, words } = typed;
  if (script === undefined) return args;
  const { positionals, values, switches } = readArguments(args, flags, Infinity);
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
  const [first] = withoutValue;
  if (first === undefined) return [...args, ...found];
  const spare = positionals.slice(words);
  const isClear = withoutValue.every((flag) => flag === first) && spare.length === withoutValue.length;
  if (!isClear) throw cannotTell(typed, positionals, withoutValue, script);
  return [
    ...args.filter((argument) => !spare.includes(argument)),
    ...found,
    ...spare.map((value) => `--${first.name}=${value}`),
  ];
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

function cannotTell(
  { command, words }: Typed,
  positionals: readonly string[],
  flags: readonly Flag[],
  script: string,
): UsageError {
  const unique = [...new Set(flags)];
  const beginning = {
    generate: 'npm run generate --',
    fw: `npm run fw -- ${command}`,
    npx: `npx fw ${command}`,
  }[script];
  const meant = [
    beginning,
    ...positionals.slice(0, words),
    ...unique.map(({ name, placeholder }) => `--${name} ${placeholder}`),
  ];
  return new UsageError(
    `npm took ${unique.map(({ name }) => `--${name}`).join(' and ')} for its own, and whose value is which cannot be told: ` +
      `type ${meant.join(' ')}.`,
  );
}

/** What npm left of a flag, once for each time that it was given; "true" without its value. */
function swallowedValues(flag: string, env: Environment): string[] {
  // npm takes `--class` for its own `-c -l -a -s -s`, of which `--long` and `--all` are left to see, and `--token` for
  // its `--token-description`.
  if (flag === 'class' && isSetByFlag('long', env) && isSetByFlag('all', env)) return ['true'];
  const name = flag === 'token' && env['npm_config_token'] === undefined ? 'token-description' : flag;
  if (!isSetByFlag(name, env)) return [];
  return (env[variableOf(name)] ?? '').split('\n\n');
}
