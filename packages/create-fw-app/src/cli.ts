#!/usr/bin/env node
import { create } from './create.ts';
import { CancelledError, CreateError } from './errors.ts';
import { painterFor } from './paint.ts';

const cancellation = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // Not `once`: with no listener left, execa ends the process by the signal before anything is told or tidied up.
  process.on(name, () => cancellation.abort(new CancelledError()));
}

try {
  await create(process.argv.slice(2), cancellation.signal);
} catch (error) {
  const sentence = error instanceof CreateError ? error.message : `create-fw-app failed: ${String(error)}`;
  process.stderr.write(`${painterFor(process.stderr, process.env)('red', sentence)}\n`);
  process.exitCode = error instanceof CreateError ? error.exitCode : 1;
}
