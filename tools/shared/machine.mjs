// The machine and the runtimes of a measurement.
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';

// Read before a benchmark limits this process to one core.
const CORES = availableParallelism();

/** The version of Node, Bun or Deno, such as `20.20.2`. */
export function versionOfRuntime(path) {
  const [version] = /\d+\.\d+\.\d+/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }));
  return version;
}

/** The day of a time, such as `2026-11-28`. */
export function dayOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/** The processor, the memory and the system, on one line. */
export function machine() {
  const [cpu] = cpus();
  return `${CORES} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`;
}
