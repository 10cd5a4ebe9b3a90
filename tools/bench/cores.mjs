// On which cores a process runs.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = spawnSync('taskset', ['-V']).error === undefined;
const LAST = availableParallelism() - 1;

/** The core for what is measured, and for what loads it; undefined where a process cannot be held to one. */
export const CORE = canPin ? LAST : undefined;

/** @returns the command that runs a program on one core, or the program itself where that cannot be had */
export function pinned(core, command, args) {
  return canPin && core !== undefined ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** Holds processes that run to a core, and what they start from then on. */
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
