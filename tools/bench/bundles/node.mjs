// The start of a bundle in Node.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { pinned } from '../cores.mjs';
import { expectHello } from './workerd.mjs';

const program = join(import.meta.dirname, 'start.mjs');

/**
 * Starts a bundle in its own process, because V8 keeps compiled code.
 *
 * @returns milliseconds of processor time, from loading the bundle to its first response
 */
export async function startInNode({ name, file }, { node, nodeOptions, core }) {
  const args = ['--expose-gc', ...nodeOptions, program, pathToFileURL(file).href];
  const { stdout } = await promisify(execFile)(...pinned(core, node, args), {
    // Node must not cache compiled code on disk either.
    env: { ...process.env, NODE_ENV: 'production', NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const { text, processor } = JSON.parse(stdout);
  expectHello(name, text);
  return processor;
}
