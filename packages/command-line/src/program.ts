import { CancelledError, CommandError, SIGNAL_CODES } from './errors.ts';
import { wantsJson } from './npm-flags.ts';
import { painterFor } from './output.ts';

/**
 * Runs a program: errors are printed on standard error, and with `--json` as JSON on standard output too.
 *
 * @param main called with the arguments after the program's name and a signal; returns the exit code
 * @param env the environment in which to look for flags that npm consumed
 */
export async function runProgram(
  name: string,
  main: (args: readonly string[], signal: AbortSignal) => Promise<number>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const cancellation = new AbortController();
  for (const [signal, exitCode] of Object.entries(SIGNAL_CODES)) {
    // Not `once`: without a listener, execa would end the process before the error is printed.
    process.on(signal, () => cancellation.abort(new CancelledError(undefined, exitCode)));
  }
  for (const output of [process.stdout, process.stderr]) {
    // A closed pipe, as in `| head -1`, or a closed terminal must not leave the work half done.
    output.on('error', () => {});
  }
  process.exitCode = await exitCodeOf(name, main, {
    args: process.argv.slice(2),
    host: process,
    env,
    signal: cancellation.signal,
  });
}

/** The arguments and environment of a program. */
export interface Call {
  readonly args: readonly string[];
  /** The streams for reading and printing. */
  readonly host: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>;
  /** The environment to search for flags that npm consumed. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs a program and prints its errors; returns its exit code. */
export async function exitCodeOf(
  name: string,
  main: (args: readonly string[], signal: AbortSignal) => Promise<number>,
  { args, host, env, signal }: Call,
): Promise<number> {
  try {
    return await main(args, signal);
  } catch (error) {
    const failure =
      error instanceof CommandError ? error : new CommandError(`${name} failed: ${String(error)}`);
    host.stderr.write(`${painterFor(host.stderr, host.env)('red', failure.message)}\n`);
    if (wantsJson(args, env)) host.stdout.write(`${JSON.stringify(failure)}\n`);
    return failure.exitCode;
  }
}
