import { parseArgs } from 'node:util';

import { UsageError } from '../errors.ts';

/** A flag of a command. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What stands behind it in the help, as in `<path>`; undefined when it takes no value. */
  readonly placeholder?: string;
  readonly help: string;
  /** What its value can be. */
  readonly choices?: readonly string[];
}

export interface Arguments {
  readonly positionals: readonly string[];
  /** Where each of `positionals` stands among the arguments, from 0. */
  readonly positions: readonly number[];
  /** By flag; a flag that is given several times has several. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly switches: ReadonlySet<string>;
}

export const yesFlag: Flag = {
  name: 'yes',
  short: 'y',
  help: 'ask nothing: take the default of what is not given',
};
export const dryRunFlag: Flag = {
  name: 'dry-run',
  help: 'show what would be changed as a diff, and change nothing',
};
export const jsonFlag: Flag = { name: 'json', help: 'print JSON, for other programs' };
export const helpFlag: Flag = { name: 'help', short: 'h', help: 'print this text' };

/**
 * Reads arguments.
 *
 * @param most how many arguments that are no flags there may be
 * @throws {UsageError} for an unknown flag, a flag without its value, and one argument too many
 */
export function readArguments(args: readonly string[], flags: readonly Flag[], most: number): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      flags.map(({ name, short, placeholder }) => [
        name,
        {
          type: placeholder === undefined ? 'boolean' : 'string',
          ...(short !== undefined && { short }),
        } as const,
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const positions: number[] = [];
  const values: Record<string, string[]> = {};
  const switches = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      positionals.push(token.value);
      positions.push(token.index);
    }
    if (token.kind !== 'option') continue;
    const flag = flags.find(({ name }) => name === token.name);
    if (flag === undefined) throw unknownFlag(token.rawName, flags);
    if (flag.placeholder === undefined) {
      if (token.value !== undefined) {
        throw new UsageError(`${token.rawName} takes no value, but was given "${token.value}".`);
      }
      switches.add(flag.name);
      continue;
    }
    if (token.value === undefined || /^--?[a-z]/.test(token.value)) {
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.placeholder}.`);
    }
    (values[flag.name] ??= []).push(token.value);
  }
  const extra = positionals[most];
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument "${extra}": --help shows what can be given.`);
  return { positionals, positions, values, switches };
}

function unknownFlag(rawName: string, flags: readonly Flag[]): UsageError {
  const known = flags.map(({ name }) => `--${name}`).join(', ');
  return new UsageError(`Unknown flag ${rawName}: there are ${known}.`);
}
