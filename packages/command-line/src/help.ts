import { type Flag, spelled } from './flag.ts';
import { table, DEFAULT_COLUMNS } from './output.ts';

/** The lines that explain flags, each choice on a line of its own. */
export function flagLines(flags: readonly Flag[]): string {
  return table(
    flags.flatMap((flag) => [
      [`  ${nameOf(flag)}`, flag.help],
      ...(flag.placeholder === undefined ? [] : Object.entries(flag.choices ?? {})).map(([value, line]) => [
        `      ${value}`,
        line,
      ]),
    ]),
    DEFAULT_COLUMNS,
  ).join('\n');
}

/** Example commands. */
export function exampleLines(examples: readonly string[]): string {
  return `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`;
}

/** The names of flags as a shell completes them. */
export function completed(flags: readonly Flag[]): string[] {
  return flags.flatMap(({ name, positional, negatable }) => {
    if (positional === true) return [];
    return negatable === true ? [`--${name}`, `--no-${name}`] : [`--${name}`];
  });
}

function nameOf(flag: Flag): string {
  const { short, negatable, name, placeholder, choices } = flag;
  if (negatable === true) return `--${name}, --no-${name}`;
  // The choices are listed below it.
  if (choices !== undefined) return `--${name} ${placeholder}`;
  return `${short === undefined ? '' : `-${short}, `}${spelled(flag)}`;
}
