import { inspect } from 'node:util';
import type { Config } from '../config/config.ts';
import type { ContainerInterface } from '../container/container-interface.ts';
import { FwError } from '../errors/coded-errors.ts';
import { didYouMean, messageOf } from '../errors/describe.ts';
import type { Command } from './command.ts';
import { type Flag, flagsOf, readFlags, UsageError, validFlags } from './flags.ts';

/** The container of an app. It is disposed of after the command. */
export interface CommandContainer extends ContainerInterface {
  dispose?(): unknown;
}

// In ms: how long a command may take to stop after a signal, when the configuration has no `server.shutdown_timeout`.
const STOP_TIME = 10_000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the command that the arguments name, prints its result, disposes of the container, and ends the process. The exit code is 0; 1
 * after an error; 2 for unknown commands and flags; 130 or 143 after SIGINT or SIGTERM. A function may set `process.exitCode` to
 * another code. Without arguments it lists the commands.
 *
 * @param commands the commands of the app
 * @param createContainer creates the container, when a command runs
 * @param args the name of the command and its flags; those of the process when absent
 * @example await runCommand(commands, createContainer);
 */
export async function runCommand(
  commands: readonly Command<never>[],
  createContainer: () => CommandContainer,
  args: readonly string[] = process.argv.slice(2),
): Promise<never> {
  let code: number;
  try {
    code = await run(commands as readonly Command[], createContainer, args);
  } catch (error) {
    const isClear = error instanceof FwError;
    console.error(isClear ? error.message : error);
    code = error instanceof UsageError ? 2 : 1;
  }
  // Wait until what was printed is written, and don't wait for timers and connections that are still open.
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(code);
}

async function run(
  commands: readonly Command[],
  createContainer: () => CommandContainer,
  [name, ...args]: readonly string[],
): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === '--json') {
    print(
      name === '--json'
        ? commands.map(({ definition: { name, summary = '' } }) => ({ name, summary }))
        : list(commands),
      name === '--json',
    );
    return 0;
  }
  const found = commands.find(({ definition }) => definition.name === name);
  if (found === undefined) {
    const names = commands.map(({ definition }) => definition.name);
    const all = names.length === 0 ? 'the app has no commands' : `there are ${names.join(', ')}`;
    throw new UsageError(`There is no command "${name}"; ${didYouMean(name, names) || `${all}.`}`);
  }
  const { flags: schema } = found.definition;
  const flags = flagsOf(schema);
  const { json, help, ...values } = readFlags(flags, args);
  if (help === true) {
    print(helpFor(found, flags), false);
    return 0;
  }
  return execute(found, await validFlags(schema, flags, values), createContainer(), json === true);
}

async function execute(
  command: Command,
  flags: unknown,
  container: CommandContainer,
  json: boolean,
): Promise<number> {
  const stop = new AbortController();
  let stopped: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onSignal = (signal: keyof typeof SIGNALS): void => {
    if (stopped !== undefined) process.exit(SIGNALS[signal]);
    stopped = SIGNALS[signal];
    stop.abort(new Error(`The process got ${signal}.`));
    const limit = stopTime(container);
    timer = setTimeout(() => {
      console.error(`The command did not stop within ${limit} ms after ${signal}.`);
      process.exit(SIGNALS[signal]);
    }, limit);
  };
  for (const signal of Object.keys(SIGNALS)) process.on(signal, onSignal);
  try {
    const result = await command.run(container, flags, stop.signal);
    if (stopped === undefined && result !== undefined) print(result, json);
  } catch (error) {
    // The error of an aborted signal is no news.
    if (stopped === undefined || error !== stop.signal.reason) throw error;
  } finally {
    await container.dispose?.();
    clearTimeout(timer);
    for (const signal of Object.keys(SIGNALS)) process.off(signal, onSignal);
  }
  return stopped ?? Number(process.exitCode ?? 0);
}

function stopTime(container: CommandContainer): number {
  const config = container.has('config') ? (container.get('config') as Config) : {};
  return config.server?.shutdown_timeout ?? STOP_TIME;
}

function print(value: unknown, json: boolean): void {
  if (json) console.log(JSON.stringify(value, undefined, 2));
  else console.log(typeof value === 'string' ? value : inspect(value, { depth: 6 }));
}

function list(commands: readonly Command[]): string {
  if (commands.length === 0) return 'There are no commands. Generate one: fw generate command';
  const width = Math.max(0, ...commands.map(({ definition }) => definition.name.length));
  return commands
    .map(({ definition: { name, summary = '' } }) => `${name.padEnd(width)}  ${summary}`.trimEnd())
    .join('\n');
}

function helpFor({ definition: { name, summary = '' } }: Command, flags: readonly Flag[]): string {
  const rows = [
    ...flags.map((flag) => [shown(flag), notes(flag)] as const),
    ['--json', 'prints the result as JSON'] as const,
    ['-h, --help', 'prints this help'] as const,
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
  return [...(summary === '' ? [] : [summary, '']), `Usage: ${name} [flags]`, '', 'Flags:', ...lines].join(
    '\n',
  );
}

function shown({ name, type, isList }: Flag): string {
  return type === 'boolean' ? `--${name}` : `--${name} <${type}>${isList ? ' …' : ''}`;
}

function notes({ description, isRequired, initial }: Flag): string {
  const note = isRequired ? 'required' : initial === undefined ? '' : `default: ${JSON.stringify(initial)}`;
  return [description, note && `(${note})`].filter((text) => text !== '').join(' ');
}
