// The resources of a candidate's process, over time and after its clients have disconnected.

const INTERVAL = 2000;
const LOOK = 200;
// A server may notice a disconnected client only when it checks for slow clients.
const SETTLING = 8000;

export class Measurements {
  /** Bytes in use after a garbage collection, at intervals. */
  memory = [];
  /** For each process: how many more bytes were in use after a long period of load than before. */
  growths = [];
  /**
   * The maximum still open after all clients had disconnected, minus what was open before the first
   * connected.
   */
  sockets = 0;
  files = 0;
  /** The maximum resident memory of the process, in bytes. */
  peak = 0;

  constructor(host) {
    this.host = host;
  }

  /** Lets the clients continue for a while. */
  async during(crowd, milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end && !this.host.hasFailed) {
      await crowd.round.hold(Math.min(INTERVAL, end - performance.now()));
      this.#note(await this.host.report());
    }
  }

  /**
   * @returns the resources of the process as soon as they are back at the baseline; undefined if the process
   * has died
   */
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

  /** Two quiet moments. They are discarded if the process died between them. */
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
