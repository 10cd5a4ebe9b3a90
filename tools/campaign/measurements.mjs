// What the process of a candidate holds, over time and when its clients have gone.

const INTERVAL = 2000;
const LOOK = 200;
// A server may find out about a client that is gone when it looks for slow ones.
const SETTLING = 8000;

export class Measurements {
  /** Bytes in use after a collection, from time to time. */
  memory = [];
  /** How much more bytes were in use after a long stretch than before, for each life. */
  growths = [];
  /** The most that were open when all clients had gone, above what was open before the first came. */
  sockets = 0;
  files = 0;
  /** The most bytes that the process took. */
  peak = 0;

  constructor(host) {
    this.host = host;
  }

  /** Lets the clients go on for a while. */
  async during(crowd, milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end && !this.host.hasGivenUp) {
      await crowd.round.hold(Math.min(INTERVAL, end - performance.now()));
      this.#note(await this.host.report());
    }
  }

  /** @returns what the process holds as soon as it is no more than at first; undefined when it has died */
  async whenQuiet() {
    const { host } = this;
    host.target.closeSockets();
    const end = performance.now() + SETTLING;
    let report;
    do {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      report = await host.report();
      if (report === undefined) return undefined;
    } while (
      performance.now() < end &&
      (leftOf('sockets', report, host) > 0 || leftOf('files', report, host) > 0)
    );
    this.#note(report);
    this.sockets = Math.max(this.sockets, leftOf('sockets', report, host));
    this.files = Math.max(this.files, leftOf('files', report, host));
    return { ...report, process: host.process };
  }

  /** Two quiet moments; they say nothing when the process has died between them. */
  compare(before, after) {
    if (before === undefined || before.process !== after?.process) return;
    this.growths.push(after.memory - before.memory);
    this.host.tally.cutShort += after.cutShort;
  }

  #note(report) {
    if (report === undefined) return;
    this.memory.push(report.memory);
    this.peak = Math.max(this.peak, report.rss);
  }
}

function leftOf(what, report, { fresh }) {
  return report[what] - fresh[what];
}
