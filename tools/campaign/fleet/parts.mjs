// The parts of a fleet that are started and stopped: processes of the app, and the outages of the stores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_START = 15_000;
// Matches `stop_grace_period` of compose.yaml.
const LONGEST_STOP = 20_000;
// In ms: how long clients of a store may take to connect again.
const RECOVERY = 3000;

/** A process that is restarted repeatedly. */
export class Part {
  #file;
  #env;
  #isReady;
  #child;

  /** @param isReady returns whether the process is ready, given its output so far */
  constructor(file, env, isReady) {
    this.#file = file;
    this.#env = env;
    this.#isReady = isReady;
  }

  async start() {
    const child = spawn(process.execPath, [`${import.meta.dirname}/${this.#file}`, 'jobs'], {
      env: { ...process.env, NODE_ENV: 'production', ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const deadline = performance.now() + LONGEST_START;
    while (!(await this.#isReady(printed))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${this.#file} does not start: ${printed}`);
      }
      await sleep(50);
    }
  }

  /** @returns the exit code, or the signal that ended the process */
  async stop(signal) {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return 'not running';
    const ended = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP);
    const [code, by] = await ended;
    clearTimeout(timer);
    return code ?? by;
  }
}

/** The outages of each store. */
export class Outages {
  begun = performance.now();
  #all = [];

  async during(store, work) {
    const outage = { store, from: performance.now(), to: Infinity };
    this.#all.push(outage);
    await work();
    outage.to = performance.now() + RECOVERY;
  }

  /** Whether a store has been down since a time. */
  overlap(stores, since) {
    return this.#all.some(({ store, to }) => stores.includes(store) && to > since);
  }
}
