// Writes the README's table of runtimes: runs the suite of test/runtimes on all of them.
import { node } from './npm.mjs';

node(['node_modules/vitest/vitest.mjs', 'run', '--project', 'runtimes', 'test/runtimes/suite.test.ts'], {
  env: { ...process.env, FW_WRITE_RUNTIMES: '1' },
});
