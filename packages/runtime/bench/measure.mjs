// One process of a candidate for one scenario: checked, warmed up, and ready to be loaded in short bursts.
import { checkAnswers } from './check-answers.mjs';
import { load } from './load.mjs';
import { scenarios } from './site.mjs';
import { startServer } from './start-server.mjs';
import { quantile } from './statistics.mjs';

export class Subject {
  /** The candidate that it is a process of. */
  candidate;
  #scenario;
  #server;
  #target;
  #perSecond = [];
  #perCpuSecond = [];

  constructor(candidate, scenario, plan) {
    this.candidate = candidate;
    this.#scenario = scenario;
    this.#server = startServer(candidate, scenario, plan);
  }

  /**
   * @param plan `{ node, warmup, serverCore, loadCore, nodeOptions }`
   * @returns null when the candidate says that it cannot take part
   */
  static async start(candidate, scenario, plan) {
    const subject = new Subject(candidate, scenario, plan);
    return (await subject.#prepare(plan)) ? subject : null;
  }

  /** Loads it for some milliseconds; gives true. */
  burst(milliseconds) {
    return this.#guarded(async () => {
      const before = await this.#server.usage();
      const start = process.hrtime.bigint();
      const answered = await load(this.#target, milliseconds);
      const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
      const after = await this.#server.usage();
      if (after.passes - before.passes < answered * (this.#target.request.passes ?? 0)) {
        throw new Error('it has skipped middlewares');
      }
      this.#perSecond.push(answered / elapsed);
      this.#perCpuSecond.push(answered / ((after.cpu - before.cpu) / 1e6));
      return true;
    });
  }

  /**
   * Ends it.
   *
   * @returns requests per second of the clock and of the server's own processor time, and its memory at the end in bytes.
   * The upper quartile of its bursts: what else goes on in the machine only ever makes one slower.
   */
  finish() {
    return this.#guarded(async () => {
      await this.#check();
      const { rss } = await this.#server.usage();
      await this.stop();
      return {
        perSecond: quantile(this.#perSecond, 0.75),
        perCpuSecond: quantile(this.#perCpuSecond, 0.75),
        rss,
      };
    });
  }

  stop() {
    return this.#server.stop();
  }

  #prepare(plan) {
    return this.#guarded(async () => {
      const port = await this.#server.port;
      if (port === undefined) return false;
      const [request] = scenarios[this.#scenario].checks;
      this.#target = { port, request, core: plan.loadCore };
      await this.#check();
      await this.#warmUp(plan.warmup);
      return true;
    });
  }

  // V8 compiles by counts of calls, so that what is warm is told by requests and not by seconds. A slow candidate is given
  // up on after some seconds, and is measured as warm as it is.
  async #warmUp(requests) {
    let answered = 0;
    for (let turn = 0; answered < requests && turn < 8; turn++) answered += await load(this.#target, 500);
  }

  #check() {
    return checkAnswers(this.#target.port, scenarios[this.#scenario].checks, this.#server);
  }

  async #guarded(work) {
    try {
      return await work();
    } catch (error) {
      await this.stop();
      const { name } = this.candidate;
      throw new Error(`${name} in scenario ${this.#scenario}: ${error.message}`, { cause: error });
    }
  }
}
