import { CancelledError, CommandError, signalCodes } from '../errors.ts';
import { wantsJson } from './npm-flags.ts';
import { painterFor } from './output.ts';

/**
 * Runs a program: what it throws is told on standard error, and with `--json` as JSON on standard output too.
 *
 * @param main is given the arguments behind the program's name and what cancels it; gives the exit code
 * @param env the environment in which to look for flags that npm took for its own
 */
export async function runProgram(
  name: string,
  main: (args: readonly string[], signal: AbortSignal) => Promise<number>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const cancellation = new AbortController();
  for (const [signal, exitCode] of Object.entries(signalCodes)) {
    // Not `once`: without a listener, execa would end the process at once, before the error is told.
    process.on(signal, () => cancellation.abort(new CancelledError(undefined, exitCode)));
  }
  for (const output of [process.stdout, process.stderr]) {
    // A closed pipe, as in `| head -1`, or a closed terminal must not leave the work half done.
    output.on('error', () => {});
  }
  const args = process.argv.slice(2);
  try {
    process.exitCode = await main(args, cancellation.signal);
  } catch (error) {
    const failure =
      error instanceof CommandError ? error : new CommandError(`${name} failed: ${String(error)}`);
    process.stderr.write(`${painterFor(process.stderr, process.env)('red', failure.message)}\n`);
    if (wantsJson(args, env)) process.stdout.write(`${JSON.stringify(failure)}\n`);
    process.exitCode = failure.exitCode;
  }
}
