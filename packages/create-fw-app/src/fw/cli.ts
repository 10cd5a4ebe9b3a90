#!/usr/bin/env node
import { CancelledError, CreateError, signalCodes } from '../errors.ts';
import { painterFor } from '../paint.ts';
import { fw } from './fw.ts';
import { wantsJson } from './swallowed-flags.ts';

const cancellation = new AbortController();
for (const [name, exitCode] of Object.entries(signalCodes)) {
  process.on(name, () => cancellation.abort(new CancelledError(undefined, exitCode)));
}

// Who reads has seen enough, as in `fw routes | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
try {
  process.exitCode = await fw(args, process, cancellation.signal);
} catch (error) {
  const failure = error instanceof CreateError ? error : new CreateError(`fw failed: ${String(error)}`);
  if (wantsJson(args, process.env)) process.stdout.write(`${JSON.stringify(failure, null, 2)}\n`);
  else process.stderr.write(`${painterFor(process.stderr, process.env)('red', failure.message)}\n`);
  process.exitCode = failure.exitCode;
}
