// One round of load with its clients.

export class Round {
  isOver = false;
  #waking = new Set();

  /** @param pace the approximate milliseconds that a steady client waits between two requests */
  constructor(target, tally, pace) {
    Object.assign(this, { target, tally, pace });
  }

  /** Makes the clients finish their current work. */
  end() {
    this.isOver = true;
    for (const wake of this.#waking) wake();
  }

  /** Whether a client should start again; waits while no server listens. */
  async continues() {
    while (!this.isOver && !this.target.isUp) await this.hold(10);
    return !this.isOver;
  }

  /**
   * @returns the connection that `open` creates; undefined if it can't, which is counted if a server should
   * be listening
   */
  async connect(how, open) {
    const { run } = this.target;
    try {
      return await open();
    } catch (error) {
      const isExcused = run.closingAt !== undefined || run.hasEnded;
      if (!isExcused) this.tally.count('missing', `${how}: no connection, ${error.message}`);
      await this.hold(50);
      return undefined;
    }
  }

  think(random) {
    return this.hold(random.between(0, this.pace * 2));
  }

  /** Waits, but not longer than the round. */
  hold(milliseconds) {
    if (this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waking.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waking.add(wake);
    });
  }
}
