import { stream } from './api.js';
import { fill } from './dom.js';

/** @typedef {import('../../recorder/request-log.ts').RecordSummary} RecordSummary */

// The number of records that the app keeps.
const MOST = 100;
// How long it waits before it connects again, in milliseconds. The delay is short, because the app was just restarted.
const RETRY = 500;

/** The live list of requests. It reconnects when the app has restarted. */
export class LiveList {
  /** @type {RecordSummary[]} The newest first. */
  requests = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #isChanged = false;
  #status;

  /** @param {HTMLElement} status shows whether the list is connected */
  constructor(status) {
    this.#status = status;
    void this.#follow();
  }

  /** EventSource can't send the token, so this reads the stream itself. */
  async #follow() {
    for (;;) {
      const response = await stream('events').catch(() => undefined);
      if (response?.ok === true && response.body !== null) {
        this.#tell('on', 'live');
        await this.#receive(response.body).catch(() => {});
      }
      this.#tell('off', 'not connected');
      // A wrong token stays wrong.
      if (response?.status === 403) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  /** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body */
  async #receive(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (text + part.value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
        if (name === 'list') this.#replace(JSON.parse(data));
        else if (name === 'request') this.#add(JSON.parse(data));
      }
    }
  }

  /** @param {() => void} listener called at each change */
  watch(listener) {
    this.#listeners.add(listener);
  }

  /**
   * @param {'on' | 'off'} state
   * @param {string} text
   */
  #tell(state, text) {
    this.#status.dataset['state'] = state;
    if (this.#status.textContent !== text) fill(this.#status, text);
  }

  /** @param {RecordSummary[]} requests */
  #replace(requests) {
    this.requests = requests;
    this.#changed();
  }

  /** @param {RecordSummary} request */
  #add(request) {
    const index = this.requests.findIndex(({ id }) => id === request.id);
    if (index === -1) this.requests = [request, ...this.requests].slice(0, MOST);
    else this.requests[index] = request;
    this.#changed();
  }

  /** At most once for each frame that the browser draws. */
  #changed() {
    if (this.#isChanged) return;
    this.#isChanged = true;
    requestAnimationFrame(() => {
      this.#isChanged = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
