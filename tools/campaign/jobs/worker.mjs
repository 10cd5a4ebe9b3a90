// A process that runs jobs, until it is killed.
import { createContainer } from './app.mjs';

const container = createContainer();
// The store may be down at the start: a process manager would start it again.
await container.start().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.once('SIGTERM', async () => {
  await container.dispose().catch(() => {});
  process.exit(0);
});
// Only an idle worker on SQLite has nothing that keeps the process.
setInterval(() => {}, 60_000);
