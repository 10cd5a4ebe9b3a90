#!/usr/bin/env node
import { create } from './create.ts';
import { CancelledError, CreateError, signalCodes } from './errors.ts';
import { wantsJson } from './options.ts';
import { painterFor } from './paint.ts';

const cancellation = new AbortController();
for (const [signal, exitCode] of Object.entries(signalCodes)) {
  // Not `once`: with no listener left, execa ends the process by the signal before anything is told or tidied up.
  process.on(signal, () => cancellation.abort(new CancelledError(undefined, exitCode)));
}
for (const output of [process.stdout, process.stderr]) {
  // A reader that has gone, as in `| head -1` or a terminal that was closed, is no reason to leave half a site.
  output.on('error', () => {});
}

const args = process.argv.slice(2);
try {
  await create(args, cancellation.signal);
} catch (error) {
  const failure =
    error instanceof CreateError ? error : new CreateError(`create-fw-app failed: ${String(error)}`);
  process.stderr.write(`${painterFor(process.stderr, process.env)('red', failure.message)}\n`);
  if (wantsJson(args, process.env)) process.stdout.write(`${JSON.stringify(failure)}\n`);
  process.exitCode = failure.exitCode;
}
