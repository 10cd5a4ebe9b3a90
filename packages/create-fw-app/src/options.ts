import { parseArgs } from 'node:util';

import {
  type Choice,
  type Form,
  forms,
  type PackageManager,
  packageManagers,
  parseValue,
  type Router,
  routers,
  type Variant,
  variants,
} from './choices.ts';
import { UsageError } from './errors.ts';
import {
  folderBehindGit,
  isNpm,
  swallowedChoices,
  swallowedSwitch,
  withoutValue,
} from './swallowed-flags.ts';

/** What was typed; `undefined` stands for an answer that is still missing. */
export interface Options {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
  readonly form: Form | undefined;
  readonly router: Router | undefined;
  readonly packageManager: PackageManager | undefined;
  readonly install: boolean | undefined;
  readonly git: boolean | undefined;
  /** What is in the way is removed. */
  readonly overwrite: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Ask nothing and take the default for what is missing. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const choices: readonly Choice<string>[] = [variants, forms, routers, packageManagers];

const flags = {
  variant: { type: 'string' },
  form: { type: 'string' },
  router: { type: 'string' },
  'package-manager': { type: 'string' },
  install: { type: 'boolean' },
  'no-install': { type: 'boolean' },
  git: { type: 'boolean' },
  'no-git': { type: 'boolean' },
  overwrite: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Switch = 'install' | 'git' | 'overwrite' | 'dry-run' | 'json' | 'yes' | 'help' | 'version';

/**
 * Reads the command line, and the flags that npm took for its own. What is given on the command line itself wins, and
 * of a flag given twice the last.
 *
 * @param args the arguments after the program's name
 * @param env the environment, for the `npm_config_*` variables
 * @throws {UsageError} for an unknown flag or value, a flag without its value, and one argument too many
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): Options {
  // Not strict, because the errors of a strict parse are several sentences long; `checkFlags` is as strict.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const typed = tokens.filter((token) => token.kind === 'option');
  for (const token of typed) checkFlag(token);

  const given: Partial<Record<string, unknown>> = values;
  const missing = choices.filter(({ flag }) => given[flag] === undefined);
  const swallowed = swallowedChoices(positionals, missing, env);
  const choose = <Value extends string>(choice: Choice<Value>): Value | undefined => {
    const text = given[choice.flag] ?? swallowed.values[choice.flag];
    return typeof text === 'string' ? parseValue(choice, text) : undefined;
  };
  const isOn = (flag: Switch): boolean | undefined => {
    const last = typed.findLast(({ name }) => name === flag || name === `no-${flag}`);
    return last === undefined ? swallowedSwitch(flag, env) : last.name === flag;
  };
  const directory = readFolder(swallowed.positionals, isNpm(env));
  const behindGit = directory === undefined ? folderBehindGit(env) : undefined;
  return {
    directory: directory ?? behindGit,
    variant: choose(variants),
    form: choose(forms),
    router: choose(routers),
    packageManager: choose(packageManagers),
    install: isOn('install'),
    git: isOn('git') ?? (behindGit === undefined ? undefined : true),
    overwrite: isOn('overwrite') === true,
    dryRun: isOn('dry-run') === true,
    json: isOn('json') === true,
    yes: isOn('yes') === true,
    help: values.help === true,
    version: values.version === true,
  };
}

/** Whether `--json` was typed, also on a command line that `readOptions` refuses. */
export function wantsJson(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return args.includes('--json') || swallowedSwitch('json', env) === true;
}

function readFolder([directory, extra]: readonly string[], mayHaveLostFlags: boolean): string | undefined {
  if (extra !== undefined) {
    const reason = `Unexpected argument "${extra}": only one folder can be given; quote a name that has spaces`;
    const remedy = `, and put flags behind "--", as in npm create fw-app ${directory} -- --form config`;
    throw new UsageError(`${reason}${mayHaveLostFlags ? remedy : ''}.`);
  }
  if (directory === '') throw new UsageError('The folder is an empty text: pass a name, as in my-site.');
  return directory;
}

function checkFlag({
  name,
  rawName,
  value,
}: {
  name: string;
  rawName: string;
  value?: string | undefined;
}): void {
  if (!Object.hasOwn(flags, name)) {
    throw new UsageError(`Unknown flag ${rawName}: --help lists the flags there are.`);
  }
  const choice = choices.find(({ flag }) => flag === name);
  if (choice !== undefined && value === undefined) throw withoutValue(choice);
  if (choice === undefined && value !== undefined) {
    throw new UsageError(`${rawName} takes no value, but was given "${value}": pass ${rawName} alone.`);
  }
}
