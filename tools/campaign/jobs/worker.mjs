// A process that runs jobs, until it is killed.
import { createContainer } from './app.mjs';

const container = createContainer();
// The store may be down at the start: a process manager would restart the worker.
await container.start().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.once('SIGTERM', async () => {
  await container.dispose().catch(() => {});
  process.exit(0);
});
// An idle worker on SQLite has nothing that keeps the process alive.
setInterval(() => {}, 60_000);
