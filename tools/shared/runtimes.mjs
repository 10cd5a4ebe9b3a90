// The runtimes for servers: those of runtimes/package.json, which are installed at first use, or any other Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installIn } from './peers.mjs';

const folder = join(import.meta.dirname, 'runtimes');

/** Node 20 comes last, because code that runs today runs on the others. */
export const MAJORS = ['24', '26', '20'];

export const RUNTIMES = ['node', 'bun', 'deno', 'workerd'];

const EXECUTABLES = { bun: 'bin/bun', deno: 'deno' };
/** The arguments before the file of a program. */
const ARGUMENTS = { deno: ['run', '--allow-all', '--no-prompt'] };

/**
 * @param name such as `24`, `bun` or `deno`, or the path of a Node
 * @returns `{ name, path, args }`: the name is `node`, `bun` or `deno`
 */
export function runtimeAt(name) {
  if (name === 'workerd') return { name, path: process.execPath, args: [] };
  const isWeb = Object.hasOwn(EXECUTABLES, name);
  if (!isWeb && !/^\d+$/.test(name)) return { name: 'node', path: name, args: [] };
  installIn(folder, `Node ${MAJORS.join(', ')}, Bun and Deno`);
  const key = isWeb ? name : `node-${name}`;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = join(
    folder,
    `node_modules/${key}-${process.platform}-${process.arch}`,
    `${EXECUTABLES[name] ?? 'bin/node'}${suffix}`,
  );
  if (!existsSync(path)) throw new Error(`${key} has no package for this machine; --node takes a path, too`);
  return { name: isWeb ? name : 'node', path, args: ARGUMENTS[name] ?? [] };
}
