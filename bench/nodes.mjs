// The Nodes that servers run on: those of nodes/package.json, installed when they are asked for and not there, or any other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installIn } from './peers.mjs';

const folder = join(import.meta.dirname, 'nodes');

/** Node 20 last, since what runs today runs on the others. */
export const MAJORS = ['24', '26', '20'];

/**
 * @param name such as `24`, or the path of a Node
 * @returns the path of the executable
 */
export function nodeAt(name) {
  if (!/^\d+$/.test(name)) return name;
  installIn(folder, `Node ${MAJORS.join(', ')}`);
  const path = join(
    folder,
    `node_modules/node-${name}-${process.platform}-${process.arch}/bin`,
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(path)) return path;
  throw new Error(`Node ${name} could not be had for this machine; --node takes the path of one, too`);
}
