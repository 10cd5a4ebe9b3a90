import { parseArgs } from 'node:util';

import { UsageError } from './errors.ts';
import { isVariant, parseVariant } from './variant.ts';
import type { Variant } from './variant.ts';

/** What was typed; `undefined` stands for an answer that is still missing. */
export interface Options {
  readonly directory: string | undefined;
  readonly variant: Variant | undefined;
  /** Ask nothing and take the default for what is missing. */
  readonly yes: boolean;
  readonly install: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const flags = {
  variant: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'no-install': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/**
 * Reads the command line, and the flags that npm took for its own.
 *
 * `npm create fw-app my-site --variant a`, typed without `--`, reaches this program as the arguments `my-site a` and
 * the environment variable `npm_config_variant=true`; `--variant=a` as `npm_config_variant=a`; `--no-install` as an
 * empty `npm_config_install`; `--yes` as `npm_config_yes=true`. What is given on the command line itself wins.
 *
 * @param args the arguments after the program's name
 * @param env the environment, for the `npm_config_*` variables
 * @throws {UsageError} for an unknown flag or variant, a flag without its value, and one argument too many
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

  const { directory, variant, extra } = assignArguments(values.variant, positionals, env.npm_config_variant);
  if (extra !== undefined) {
    throw new UsageError(
      `Unexpected argument "${extra}": only one folder can be given; quote a name that has spaces.`,
    );
  }
  if (directory === '') throw new UsageError('The folder is an empty text: pass a name, as in my-site.');
  return {
    directory,
    variant: variant === undefined ? undefined : parseVariant(variant),
    yes: values.yes === true || env.npm_config_yes === 'true',
    install: values['no-install'] !== true && !isOff(env.npm_config_install),
    help: values.help === true,
    version: values.version === true,
  };
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
  if (name === 'variant' && value === undefined) throw variantWithoutValue();
  if (name !== 'variant' && value !== undefined) {
    throw new UsageError(`${rawName} takes no value, but was given "${value}": pass ${rawName} alone.`);
  }
}

/** Tells the folder from a variant that npm has cut off its flag. */
function assignArguments(
  flag: string | boolean | undefined,
  positionals: readonly string[],
  swallowed: string | undefined,
): { directory: string | undefined; variant: string | undefined; extra: string | undefined } {
  const rest = [...positionals];
  let variant = typeof flag === 'string' ? flag : undefined;
  if (variant === undefined && swallowed !== undefined) {
    if (swallowed === 'true' || swallowed === '') {
      // From the end: a folder may itself be called "a", and is usually typed before the flag.
      const index = rest.findLastIndex((argument) => isVariant(argument.toLowerCase()));
      variant = rest.splice(index === -1 ? Math.max(1, rest.length - 1) : index, 1)[0];
      if (variant === undefined) throw variantWithoutValue();
    } else {
      variant = swallowed;
    }
  }
  return { directory: rest[0], variant, extra: rest[1] };
}

function variantWithoutValue(): UsageError {
  return new UsageError('--variant has no value: pass --variant=a or --variant=b.');
}

function isOff(swallowed: string | undefined): boolean {
  return swallowed === '' || swallowed === 'false';
}
