// One process of a candidate for one scenario: checked, warmed up, and asked for what a request costs it.
import { checkAnswers } from './check-answers.mjs';
import { Load } from './load.mjs';
import { scenarios } from './site.mjs';
import { startServer } from './start-server.mjs';

export class Subject {
  /** The candidate that it is a process of. */
  candidate;
  #scenario;
  #server;
  #port;
  #load;

  constructor(candidate, scenario, plan) {
    this.candidate = candidate;
    this.#scenario = scenario;
    this.#server = startServer(candidate, scenario, { ...plan, core: undefined });
  }

  /**
   * @param plan `{ node, nodeOptions, warmup }`
   * @returns null when the candidate says that it cannot take part
   */
  static async start(candidate, scenario, plan) {
    const subject = new Subject(candidate, scenario, plan);
    return (await subject.#prepare(plan)) ? subject : null;
  }

  get pid() {
    return this.#server.pid;
  }

  /** @returns microseconds of the server's own processor time for each of so many requests, and bytes that its heap has grown by */
  cost(requests) {
    return this.#guarded(async () => {
      await this.#load.prepare();
      const before = await this.#server.usage();
      await this.#load.run(requests);
      const after = await this.#server.usage();
      const { passes = 0 } = scenarios[this.#scenario].checks[0];
      if (after.passes - before.passes < requests * passes) throw new Error('it has skipped middlewares');
      return {
        microseconds: (after.cpu - before.cpu) / requests,
        bytes: (after.heap - before.heap) / requests,
      };
    });
  }

  /** Checks it once more and ends it; gives its memory in bytes. */
  finish() {
    return this.#guarded(async () => {
      await this.#check();
      const { rss } = await this.#server.usage();
      this.#load.close();
      await this.#server.finish();
      return rss;
    });
  }

  async stop() {
    this.#load?.close();
    await this.#server.stop();
  }

  #prepare({ warmup }) {
    return this.#guarded(async () => {
      this.#port = await this.#server.port;
      if (this.#port === undefined) return false;
      await this.#check();
      this.#load = new Load(this.#port, scenarios[this.#scenario].checks[0]);
      await this.#load.run(warmup);
      return true;
    });
  }

  #check() {
    return checkAnswers(this.#port, scenarios[this.#scenario].checks, this.#server);
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
