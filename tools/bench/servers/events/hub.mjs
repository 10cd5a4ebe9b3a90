// Sends one event to all waiting streams.
export class Hub {
  #send;
  /** The next event, for all that wait. */
  next = this.#wait();

  send(event) {
    const send = this.#send;
    this.next = this.#wait();
    send(event);
  }

  #wait() {
    return new Promise((resolve) => (this.#send = resolve));
  }
}
