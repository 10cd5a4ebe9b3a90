// On which core a process runs.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = spawnSync('taskset', ['-V']).error === undefined;

/** The core for what is measured, and for what loads it; undefined where a process cannot be held to one. */
export const CORE = canPin ? availableParallelism() - 1 : undefined;

/** @returns the command that runs a program on one core, or the program itself where that cannot be had */
export function pinned(core, command, args) {
  return canPin && core !== undefined ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** Holds this process to a core, and those that it starts from now on. */
export function pinThis(core) {
  if (core === undefined) return;
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)]);
}
