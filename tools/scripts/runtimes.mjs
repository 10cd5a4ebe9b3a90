// Writes the table of docs/reference/runtimes.md: runs the suite of test/runtimes on all of them.
import { node } from './npm.mjs';

node(['node_modules/vitest/vitest.mjs', 'run', '--project', 'runtimes', 'test/runtimes/suite.test.ts'], {
  env: { ...process.env, FW_WRITE_RUNTIMES: '1' },
});
