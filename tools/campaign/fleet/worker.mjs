// The worker, as `node dist/bin/command.js jobs` runs it.
import { jobCommands } from 'fw-jobs';
import { runCommand } from 'fw-runtime/command';
import { createContainer } from '../jobs/app.mjs';

await runCommand(jobCommands, () => createContainer());
