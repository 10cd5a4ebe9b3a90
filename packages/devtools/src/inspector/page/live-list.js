import { BASE } from './api.js';
import { fill } from './dom.js';

/** @typedef {import('../../recorder/recorder.ts').RecordSummary} RecordSummary */

// As many as the site keeps.
const MOST = 100;

/** The requests as they come. It connects again by itself when the site has been restarted. */
export class LiveList {
  /** @type {RecordSummary[]} The newest first. */
  requests = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #isChanged = false;
  #status;

  /** @param {HTMLElement} status where it is said whether it is connected */
  constructor(status) {
    this.#status = status;
    const source = new EventSource(`${BASE}/api/events`);
    source.addEventListener('list', ({ data }) => this.#replace(JSON.parse(data)));
    source.addEventListener('request', ({ data }) => this.#add(JSON.parse(data)));
    source.addEventListener('open', () => this.#tell('on', 'live'));
    source.addEventListener('error', () => this.#tell('off', 'not connected'));
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

  /** At most once for each picture that the browser draws, however fast they come. */
  #changed() {
    if (this.#isChanged) return;
    this.#isChanged = true;
    requestAnimationFrame(() => {
      this.#isChanged = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
