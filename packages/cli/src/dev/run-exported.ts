/**
 * Started by `fw dev` for an entry that exports its application instead of running it, such as a Worker's: runs the
 * application on Node. The entry is the first argument.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';

import { workerEnv } from './worker-env.ts';

const [entry = ''] = process.argv.slice(2);

// Reads `.env` in the same way as wrangler.
if (existsSync('.env')) loadEnvFile();
const { default: application } = (await import(pathToFileURL(resolve(entry)).href)) as {
  default?: { run?: (options: object) => Promise<unknown> };
};
if (typeof application?.run !== 'function') {
  throw new Error(`${entry} exports no application: write "export default" before it.`);
}
// The execution context that a Worker receives with each request.
const ctx = {
  waitUntil: (promise: Promise<unknown>): void =>
    void promise.catch((error: unknown) => console.error(error)),
  passThroughOnException: (): void => {},
};
await application.run({ platform: { env: workerEnv(), ctx } });
