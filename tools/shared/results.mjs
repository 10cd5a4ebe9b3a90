// The folder of the results, and the files that a campaign writes there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from './machine.mjs';

/** The settings of a run with its Node version, machine and day. */
export function described(settings) {
  return {
    nodeVersion: process.versions.node,
    machine: machine(),
    day: new Date().toISOString().slice(0, 10),
    ...settings,
  };
}

/** Writes NAME-node-MAJOR.json into a folder. */
export function writeResults(folder, name, results) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-node-${process.versions.node.split('.')[0]}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
