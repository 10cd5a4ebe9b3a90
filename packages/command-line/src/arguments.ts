import { parseArgs } from 'node:util';
import { UsageError } from './errors.ts';
import { findChoice, type Flag, listed, spelled } from './flag.ts';
import { unknown } from './nearest.ts';

export interface Arguments {
  readonly positionals: readonly string[];
  /** The index of each of `positionals` among the arguments. */
  readonly positions: readonly number[];
  /** Values by flag: all values of a repeatable flag, "yes" or "no" for a negatable flag. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The flags without a value. */
  readonly switches: ReadonlySet<string>;
}

/**
 * Reads arguments.
 *
 * @param most the maximum number of positional arguments
 * @throws UsageError for an unknown flag or value, a flag without its value, a second value of a flag that takes one, and
 *   one argument too many
 */
export function readArguments(args: readonly string[], flags: readonly Flag[], most: number): Arguments {
  const named = flags.filter(({ positional }) => positional !== true);
  const { tokens } = parseArgs({
    args: args.map((argument, index) =>
      standsAlone(argument, args[index + 1], named) ? `${argument}=` : argument,
    ),
    options: Object.fromEntries(
      named.map(({ name, short, placeholder }) => [
        name,
        {
          type: placeholder === undefined ? 'boolean' : 'string',
          ...(short !== undefined && { short }),
        } as const,
      ]),
    ),
    allowPositionals: true,
    // The errors of a strict parse are several sentences long.
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
    const { name, rawName, value } = token;
    const negated = named.find((flag) => flag.negatable === true && name === `no-${flag.name}`);
    const flag = negated ?? named.find((flag) => flag.name === name);
    if (flag === undefined) throw unknownFlag(rawName, named);
    if (flag.placeholder !== undefined) {
      const present = (values[name] ??= []);
      present.push(checkValue(flag, value));
      // Without a value, such a flag can mean something else: --json of fw request.
      const [first, second] = present.filter((given) => given !== '' || flag.mayStandAlone !== true);
      if (second !== undefined && flag.repeatable !== true && flag.separator === undefined) {
        throw new UsageError(`--${name} was passed twice, as "${first}" and as "${second}": pass it once.`);
      }
    } else if (value !== undefined) {
      throw new UsageError(`${rawName} takes no value, but got "${value}": pass ${rawName} alone.`);
    } else if (flag.negatable === true) (values[flag.name] ??= []).push(negated === undefined ? 'yes' : 'no');
    else switches.add(name);
  }
  const extra = positionals[most];
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument "${extra}": quote arguments with spaces, and see --help.`);
  }
  return { positionals, positions, values, switches };
}

/** The value of a flag, as one answer. */
function checkValue(flag: Flag, value: string | undefined): string {
  const { name, choices } = flag;
  if (value === undefined || /^--?[a-z]/.test(value)) {
    throw new UsageError(`--${name} needs a value: ${spelled(flag)}.`);
  }
  if (choices === undefined) return value;
  const known = Object.keys(choices);
  const choice = findChoice(choices, value);
  if (choice === undefined) {
    throw unknown(`${name.replace('-', ' ')} "${value}"`, value, known, `choose ${listed(known)}.`);
  }
  return choice;
}

function standsAlone(argument: string, next: string | undefined, flags: readonly Flag[]): boolean {
  const flag = flags.find(({ name, mayStandAlone }) => mayStandAlone === true && argument === `--${name}`);
  return flag !== undefined && (next === undefined || /^--?[a-z]/i.test(next));
}

function unknownFlag(rawName: string, flags: readonly Flag[]): UsageError {
  const known = flags.map(({ name }) => `--${name}`);
  return unknown(`flag ${rawName}`, rawName, known, 'see --help for the flags.');
}
