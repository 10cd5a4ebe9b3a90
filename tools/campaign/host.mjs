// Keeps a candidate running: starts it, restarts it after a crash, and ends it on request.
import { SHUTDOWN_TIMEOUT } from './contract.mjs';
import { ServerChild } from './server-child.mjs';

const MOST_CRASHES = 50;
const MAX_OUTPUT = 1000;
const LATEST_END = SHUTDOWN_TIMEOUT + 5000;

export class Host {
  /** `{ milliseconds, code }` of each requested shutdown; code "never" if it had to be killed. */
  shutdowns = [];
  /** The resources of the process before the first connection. */
  fresh;
  /** Whether it has crashed too often to be restarted. */
  hasFailed = false;
  #child;
  #restarting;

  constructor(candidate, target, tally, options) {
    Object.assign(this, { candidate, target, tally, options });
  }

  async up() {
    const child = new ServerChild(this.candidate.server, this.options);
    const isReady = await child.ready;
    if (isReady === undefined) {
      child.kill('SIGKILL');
      const { stderr } = await child.ended;
      throw new Error(`${this.candidate.name} does not start: ${stderr}`);
    }
    this.#child = child;
    this.fresh = await child.report();
    this.target.begin();
    void child.ended.then((ended) => this.#takeEnd(child, ended));
  }

  report() {
    return this.#child.report();
  }

  /** Identifies the process, so that a measurement that began on another process is discarded. */
  get process() {
    return this.#child;
  }

  /** Sends SIGTERM; the clients continue. */
  async down() {
    await this.#restarting;
    if (this.hasFailed) return;
    const child = this.#child;
    child.isEnding = true;
    const begun = performance.now();
    this.target.close();
    child.kill('SIGTERM');
    let isKilled = false;
    const timer = setTimeout(() => {
      isKilled = true;
      child.kill('SIGKILL');
    }, LATEST_END);
    const { code, signal, stderr } = await child.ended;
    clearTimeout(timer);
    this.target.lose();
    this.shutdowns.push({
      milliseconds: Math.round(performance.now() - begun),
      code: isKilled ? 'never' : (code ?? signal),
    });
    if (stderr.includes('campaign: ')) this.#countCrash(stderr);
  }

  async #takeEnd(child, { code, signal, stderr }) {
    if (child.isEnding) return;
    this.target.lose();
    this.#countCrash(stderr || `ended with ${code ?? signal}`);
    if (this.tally.crashes < MOST_CRASHES) this.#restarting = this.up();
    else this.hasFailed = true;
  }

  #countCrash(stderr) {
    const [, kind, output = stderr] = /campaign: (\S+)\n([^]*)/.exec(stderr) ?? [];
    if (kind === 'unhandledRejection') this.tally.rejections++;
    this.tally.count('crashes', output.slice(0, MAX_OUTPUT));
  }
}
