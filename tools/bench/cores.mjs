// The cores that processes run on.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = spawnSync('taskset', ['-V']).error === undefined;
const LAST = availableParallelism() - 1;

/**
 * The core for the measured process, and the core for its load; undefined where a process can't be bound to a
 * core.
 */
export const CORE = canPin ? LAST : undefined;

/** @returns the command that runs a program on one core, or the program itself where that isn't possible */
export function pinned(core, command, args) {
  return canPin && core !== undefined ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** Binds running processes and their future children to a core. */
export function hold(core, pids) {
  if (core !== undefined) setCores(String(core), pids);
}

/** Lets processes run on every core again. */
export function release(pids) {
  if (canPin) setCores(`0-${LAST}`, pids);
}

function setCores(list, pids) {
  for (const pid of pids) spawnSync('taskset', ['-a', '-c', '-p', list, String(pid)]);
}
