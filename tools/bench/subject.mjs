// One process of a candidate for one scenario: checks it, warms it up, and measures the cost of a request.
import { checkResponses } from './check-responses.mjs';
import { EventsLoad } from './loads/events.mjs';
import { Load } from './loads/http1.mjs';
import { Http2Load } from './loads/http2.mjs';
import { WebSocketLoad } from './loads/web-sockets.mjs';
import { scenarios } from './reference-app.mjs';
import { startServer } from './start-server.mjs';

const LOADS = { http1: Load, http2: Http2Load, webSockets: WebSocketLoad, events: EventsLoad };

export class Subject {
  /** The candidate that the process runs. */
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
   * @returns null if the candidate reports that it can't take part
   */
  static async start(candidate, scenario, plan) {
    const subject = new Subject(candidate, scenario, plan);
    return (await subject.#prepare(plan)) ? subject : null;
  }

  get pid() {
    return this.#server.pid;
  }

  /** @returns microseconds of the server's own processor time for each of COUNT requests, and heap growth in bytes */
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

  /** Checks it once more and ends it; returns its memory in bytes. */
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
      const { load = 'http1', checks, warmup: own } = scenarios[this.#scenario];
      this.#load = new LOADS[load](this.#port, checks[0]);
      await this.#load.run(own ?? warmup);
      return true;
    });
  }

  #check() {
    const { load, checks } = scenarios[this.#scenario];
    // The other loads check each response themselves.
    return load === undefined ? checkResponses(this.#port, checks, this.#server) : undefined;
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
