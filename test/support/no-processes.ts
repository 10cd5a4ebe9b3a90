import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

// Unit tests run in seconds because they start nothing.
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
  Object.assign(childProcess, {
    [name]() {
      throw new Error('A unit test starts no process. Name the file *.integration.test.ts.');
    },
  });
}
syncBuiltinESMExports();
