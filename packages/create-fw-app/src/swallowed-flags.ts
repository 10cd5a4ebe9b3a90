import { isAbsolute } from 'node:path';

import { alternatives, type Choice, findValue, forms } from './choices.ts';
import { UsageError } from './errors.ts';
import { isSetByFlag, variableOf } from './npm-variables.ts';

/** What npm left of a command line that was typed without `--`. */
export interface Swallowed {
  /** The values of choices, by flag, as they were typed. */
  readonly values: Readonly<Record<string, string>>;
  /** The arguments that belong to no flag. */
  readonly positionals: readonly string[];
}

const takesText: ReadonlySet<string> = new Set(['git']);
const swallowable = [
  'variant',
  'router',
  'package-manager',
  'install',
  'git',
  'overwrite',
  'dry-run',
  'json',
] as const;

/**
 * Gives the values that npm has cut off their flags back to them.
 *
 * `--variant a` reaches this program as the argument `a` and the environment variable `npm_config_variant=true`,
 * `--variant=a` as `npm_config_variant=a`. `--form hybrid` and `--form=hybrid` leave nothing but the argument `hybrid`,
 * since npm takes `--form` for its own `--format-package-lock`.
 *
 * @param positionals the arguments that are no flags
 * @param choices those that the command line itself does not give
 * @param env the environment, for the `npm_config_*` variables
 * @throws {UsageError} when a flag has lost its value, or what was meant cannot be told
 */
export function swallowedChoices(
  positionals: readonly string[],
  choices: readonly Choice<string>[],
  env: NodeJS.ProcessEnv,
): Swallowed {
  const rest = [...positionals];
  const values: Record<string, string> = {};
  for (const choice of choices) {
    const swallowed = env[variableOf(choice.flag)];
    if (swallowed === undefined) continue;
    const value = swallowed === 'true' || swallowed === '' ? takeValue(rest, choice) : swallowed;
    if (value === undefined) throw withoutValue(choice);
    values[choice.flag] = value;
  }
  if (choices.includes(forms) && !(forms.flag in values) && isNpm(env)) {
    const form = takeForm(rest);
    if (form !== undefined) values[forms.flag] = form;
  }
  return { values, positionals: rest };
}

/**
 * A flag without a value, as npm has left it: `--yes` as `npm_config_yes=true`, `--git` as an empty `npm_config_git`,
 * because npm has a setting of that name which takes a text, `--no-git` as `false` and `--no-install` as nothing.
 * `undefined` when it is not there, is a setting of npm from a file, or is something else.
 */
export function swallowedSwitch(flag: string, env: NodeJS.ProcessEnv): boolean | undefined {
  const swallowed = isSetByFlag(flag, env) ? env[variableOf(flag)] : undefined;
  if (swallowed === 'true') return true;
  if (swallowed === 'false') return false;
  if (swallowed === '') return takesText.has(flag);
  return undefined;
}

/**
 * The folder of `npm create fw-app --git my-site`, which npm takes for the path of git; `undefined` when `npm_config_git`
 * may as well be just that.
 */
export function folderBehindGit(env: NodeJS.ProcessEnv): string | undefined {
  const swallowed = env.npm_config_git;
  const isSetting = swallowed === undefined || ['', 'true', 'false', 'git'].includes(swallowed);
  return isSetting || isAbsolute(swallowed) || !isNpm(env) ? undefined : swallowed;
}

/** An environment in which no program sees the flags that npm has swallowed: npm itself would obey them. */
export function withoutSwallowed(): Record<string, undefined> {
  return Object.fromEntries(swallowable.map((flag) => [variableOf(flag), undefined]));
}

export function withoutValue(choice: Choice<string>): UsageError {
  const { flag } = choice;
  return new UsageError(`--${flag} has no value: pass ${alternatives(choice, `--${flag}=`)}.`);
}

function takeValue(rest: string[], choice: Choice<string>): string | undefined {
  // From the end: a folder may itself be called "a", and is usually typed before the flag.
  const index = rest.findLastIndex((argument) => findValue(choice, argument) !== undefined);
  return rest.splice(index === -1 ? Math.max(1, rest.length - 1) : index, 1)[0];
}

function takeForm(rest: string[]): string | undefined {
  const index = rest.findLastIndex((argument) => findValue(forms, argument) !== undefined);
  if (index === -1) return undefined;
  if (rest.length === 1) {
    throw new UsageError(
      `Is "${rest[0]}" the folder, or the form? npm drops --form before "--": type ` +
        `npm create fw-app ./${rest[0]}, or npm create fw-app my-site -- --form ${rest[0]}.`,
    );
  }
  return rest.splice(index, 1)[0];
}

/** Whether npm started this program, and may have kept flags for itself. */
export function isNpm(env: NodeJS.ProcessEnv): boolean {
  return env.npm_config_user_agent?.startsWith('npm/') === true;
}
