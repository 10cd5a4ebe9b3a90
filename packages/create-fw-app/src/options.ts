import { parseArgs } from 'node:util';

import {
  type Choice,
  type Form,
  forms,
  parseValue,
  type Router,
  routers,
  type Variant,
  variants,
} from './choices.ts';
import { UsageError } from './errors.ts';
import { swallowedChoices, withoutValue } from './swallowed-flags.ts';

/** What was typed; `undefined` stands for an answer that is still missing. */
export interface Options {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
  readonly form: Form | undefined;
  readonly router: Router | undefined;
  /** Ask nothing and take the default for what is missing. */
  readonly yes: boolean;
  readonly install: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const choices: readonly Choice<string>[] = [variants, forms, routers];

const flags = {
  variant: { type: 'string' },
  form: { type: 'string' },
  router: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'no-install': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/**
 * Reads the command line, and the flags that npm took for its own, as `swallowedChoices` tells; of the others
 * `--no-install` is an empty `npm_config_install`, and `--yes` is `npm_config_yes=true`. What is given on the command
 * line itself wins.
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
  for (const token of tokens) if (token.kind === 'option') checkFlag(token);

  const given: Partial<Record<string, string | boolean>> = values;
  const missing = choices.filter(({ flag }) => given[flag] === undefined);
  const swallowed = swallowedChoices(positionals, missing, env);
  const read = <Value extends string>(choice: Choice<Value>): Value | undefined => {
    const text = given[choice.flag] ?? swallowed.values[choice.flag];
    return typeof text === 'string' ? parseValue(choice, text) : undefined;
  };
  return {
    ...readFolder(swallowed.positionals),
    variant: read(variants),
    form: read(forms),
    router: read(routers),
    yes: values.yes === true || env.npm_config_yes === 'true',
    install: values['no-install'] !== true && !isOff(env.npm_config_install),
    help: values.help === true,
    version: values.version === true,
  };
}

function readFolder([directory, extra]: readonly string[]): { directory: string | undefined } {
  if (extra !== undefined) {
    throw new UsageError(
      `Unexpected argument "${extra}": only one folder can be given; quote a name that has spaces.`,
    );
  }
  if (directory === '') throw new UsageError('The folder is an empty text: pass a name, as in my-site.');
  return { directory };
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

function isOff(swallowed: string | undefined): boolean {
  return swallowed === '' || swallowed === 'false';
}
