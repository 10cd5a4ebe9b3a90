import { inspect } from 'node:util';
import { configOf } from '../../kernel/application/options.ts';
import type { ContainerInterface } from '../../kernel/container/container-interface.ts';
import { FwError, InvalidArgumentError, UsageError } from '../../kernel/errors/coded-errors.ts';
import { didYouMean } from '../../kernel/errors/describe.ts';
import { hideInput } from '../../kernel/errors/secret-names.ts';
import { finishIfLast } from '../../server/node/process/process-end.ts';
import type { Command } from './command.ts';
import { type Flag, flagsOf, readFlags, validFlags } from './flags.ts';

/** The container of an app. It is disposed of after the command. */
export type CommandContainer = ContainerInterface & {
  /** Disposes of the services; awaited before the process ends. */
  dispose?(): unknown;
};

// In ms: how long a command may take to stop after a signal, when the configuration has no `server.shutdown_timeout`.
const STOP_TIME = 10_000;
// In ms: a terminal and npm both send the signal of one Ctrl-C.
const SAME_SIGNAL = 500;
// In ms; Node's timers take 1 for anything longer.
const MAX_TIMER = 2_147_483_647;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the command that the arguments name, prints its result, disposes of the container, calls the functions of
 * `afterLastServer()`, and ends the process. Without arguments it lists the commands.
 *
 * The exit code is 0; 1 after an error; 2 for unknown commands and flags; 130 or 143 when SIGINT or SIGTERM interrupted
 * the command. A command may set `process.exitCode` to another code.
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
  const outputs = [process.stdout, process.stderr];
  // A closed pipe, as in `| head -1`, must not leave the work half done.
  for (const output of outputs) output.on('error', () => {});
  try {
    code = await run(commands as readonly Command[], createContainer, args);
  } catch (error) {
    const isClear = error instanceof FwError && error.cause === undefined;
    hideInput(error);
    console.error(isClear ? error.message : error);
    code = error instanceof UsageError ? 2 : 1;
  }
  // Wait until everything is printed, and don't wait for timers and connections that are still open.
  await Promise.all(outputs.map((output) => new Promise((resolve) => output.write('', resolve))));
  process.exit(code);
}

async function run(
  commands: readonly Command[],
  createContainer: () => CommandContainer,
  [name, ...args]: readonly string[],
): Promise<number> {
  const isJson = name === '--json';
  if (name === undefined || name === '--help' || name === '-h' || isJson) {
    const all = commands.map(({ definition: { name: each, summary = '' } }) => ({ name: each, summary }));
    print(isJson ? all : list(all), isJson);
    return 0;
  }
  const names = commands.map(({ definition }) => definition.name);
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice !== undefined) throw new InvalidArgumentError('commands', 'commands with different names', twice);
  const found = commands.find(({ definition }) => definition.name === name);
  if (found === undefined) {
    const all = names.length === 0 ? 'the list is empty.' : `there are ${names.join(', ')}.`;
    throw new UsageError(`There is no command "${name}"; ${didYouMean(name, names) || all}`);
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
  let time = 0;
  let isInterrupted = false;
  const onSignal = (signal: keyof typeof SIGNALS): void => {
    if (stopped !== undefined) {
      if (performance.now() - time > SAME_SIGNAL) process.exit(SIGNALS[signal]);
      return;
    }
    stopped = SIGNALS[signal];
    time = performance.now();
    stop.abort(new Error(`The process got ${signal}.`));
    const limit = stopTime(container);
    setTimeout(() => {
      console.error(`The command did not stop within ${limit} ms after ${signal}.`);
      process.exit(SIGNALS[signal]);
    }, limit);
  };
  for (const signal of Object.keys(SIGNALS)) process.on(signal, onSignal);
  // A command may wait for nothing but the signal, which doesn't keep the process running.
  const running = setInterval(() => {}, MAX_TIMER);
  try {
    const result = await command.run(container, flags, stop.signal);
    if (stopped === undefined && result !== undefined) print(result, json);
  } catch (error) {
    if (!isAbort(error, stop.signal)) throw error;
    isInterrupted = true;
  } finally {
    const limit = stopTime(container);
    try {
      await container.dispose?.();
    } finally {
      await finishIfLast(limit);
      clearInterval(running);
    }
  }
  // A command that returns after the signal, such as a consumer, has ended as it should.
  return isInterrupted && stopped !== undefined ? stopped : Number(process.exitCode ?? 0);
}

/** Whether the signal caused an error: functions throw its reason or an AbortError. */
function isAbort(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.name === 'AbortError'));
}

function stopTime(container: CommandContainer): number {
  return Math.min(configOf(container).server?.shutdown_timeout ?? STOP_TIME, MAX_TIMER);
}

function print(value: unknown, json: boolean): void {
  if (json) console.log(JSON.stringify(value, undefined, 2));
  else console.log(typeof value === 'string' ? value : inspect(value, { depth: 6 }));
}

function list(commands: readonly { readonly name: string; readonly summary: string }[]): string {
  if (commands.length === 0) return 'There are no commands. Generate one: node fw generate command';
  return table(commands.map(({ name, summary }) => [name, summary])).join('\n');
}

function table(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`.trimEnd());
}

function helpFor({ definition: { name, summary = '' } }: Command, flags: readonly Flag[]): string {
  const rows = table([
    ...flags.map((flag) => [shown(flag), notes(flag)] as const),
    ['--json', 'prints the result as JSON'],
    ['-h, --help', 'prints this help'],
  ]);
  const usage = `${summary === '' ? '' : `${summary}\n\n`}Usage: ${name} [flags]`;
  return `${usage}\n\nFlags:\n${rows.map((row) => `  ${row}`).join('\n')}`;
}

function shown({ name, type, values, isList }: Flag): string {
  if (type === 'boolean') return `--${name}`;
  return `--${name} <${values.length === 0 ? type : values.join('|')}>${isList ? ' …' : ''}`;
}

function notes({ description, isRequired, initial }: Flag): string {
  const note = isRequired ? 'required' : initial === undefined ? '' : `default: ${JSON.stringify(initial)}`;
  return [description, note && `(${note})`].filter((text) => text !== '').join(' ');
}
