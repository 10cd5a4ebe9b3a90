// Clients of the fleet: each is logged in, counts in its session, uses up limits and enqueues jobs, and knows what each response must be.
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { senderOver } from '../rolling/clients.mjs';

const MOST_EXAMPLES = 10;
// How many requests are sent with one limit, as a multiple of it.
const PRESSURE = 3;

/** All clients of one run, and the outcomes of their requests. */
export class Clients {
  requests = 0;
  /** Wrong responses, and requests without a response. */
  wrong = 0;
  /** Requests on a connection that the proxy closed before it read them. Clients send these again, as browsers do. */
  sentAgain = 0;
  /** Requests that failed because a required store was down. */
  storeDown = 0;
  /** Sessions that were lost, belong to another user, or have another count. */
  sessionsWrong = 0;
  /** Requests accepted above a limit: with Redis available, and while it was down. */
  exceeded = 0;
  exceededDown = 0;
  windows = 0;
  examples = [];
  #plan;
  #isOver = false;
  #done;
  #window;
  #units = 0;

  /** @param plan `{ port, count, pace, limit, store, accepted, outages }`; `accepted` is the file for the jobs */
  constructor(plan) {
    this.#plan = plan;
    this.#window = this.#openWindow();
    const senders = ['HTTP/1', 'HTTP/2'].map((protocol) => senderOver(protocol, plan.port, plan.count));
    const clients = senders.flatMap((send, over) =>
      Array.from({ length: plan.count }, (_, index) => this.#use(send, `user ${over}.${index}`)),
    );
    this.#done = Promise.all(clients).then(() => senders.forEach((send) => send.close()));
  }

  async end() {
    this.#isOver = true;
    await this.#done;
    this.#closeWindow(this.#window);
  }

  async #use(send, user) {
    const session = { user, cookie: undefined, counts: undefined };
    while (!this.#isOver) {
      const choice = Math.random();
      if (session.cookie === undefined) await this.#logIn(send, session);
      else if (choice < 0.25) await this.#count(send, session, 'GET');
      else if (choice < 0.5) await this.#count(send, session, 'POST');
      else if (choice < 0.75) await this.#useLimit(send);
      else await this.#enqueue(send);
      await setTimeout(this.#plan.pace * (0.5 + Math.random()));
    }
  }

  async #logIn(send, session) {
    const body = JSON.stringify({ user: session.user });
    const response = await this.#request(send, ['redis'], 'POST', '/user/login', undefined, { body });
    if (response === undefined) return;
    session.cookie = response.cookie;
    session.counts = [0];
  }

  /** A failed request may have been handled: then two counts are correct. */
  async #count(send, session, method) {
    const { user, cookie, counts } = session;
    const next = method === 'POST' ? counts.map((count) => count + 1) : counts;
    const response = await this.#request(send, ['redis'], method, '/user/count', cookie);
    if (response === undefined) {
      session.counts = [...new Set([...counts, ...next])];
      return;
    }
    if (response.user !== user || !next.includes(response.count)) {
      this.sessionsWrong++;
      this.#keep(`${user}: "${response.user}" with ${response.count} instead of ${next.join(' or ')}`);
    }
    session.counts = [response.count ?? 0];
    if (response.user === undefined) session.cookie = undefined;
  }

  async #useLimit(send) {
    const window = this.#window;
    window.open++;
    if (++window.sent >= PRESSURE * this.#plan.limit) this.#window = this.#openWindow();
    const headers = { 'x-window': window.name };
    const response = await this.#request(send, [], 'GET', '/limited', undefined, { headers, also: 429 });
    if (response?.status === 200) window.passed++;
    if (response === undefined) window.failed++;
    window.open--;
    if (window !== this.#window && window.open === 0) this.#closeWindow(window);
  }

  #openWindow() {
    const name = `window ${++this.windows}`;
    return { name, since: performance.now(), sent: 0, open: 0, passed: 0, failed: 0 };
  }

  #closeWindow({ name, since, sent, passed, failed }) {
    const { limit, outages } = this.#plan;
    const excess = passed - limit;
    if (excess > 0 && outages.overlap(['redis'], since)) this.exceededDown += excess;
    else if (excess > 0) this.exceeded += excess;
    if (passed + failed < Math.min(limit, sent)) {
      this.wrong++;
      this.#keep(`${name}: only ${passed} of ${sent} requests were let through`);
    }
  }

  async #enqueue(send) {
    const { store, accepted } = this.#plan;
    const unit = `unit-${++this.#units}`;
    const takes = Math.random() < 0.1 ? Math.round(Math.random() * 300) : 0;
    const fails = Math.random() < 0.02;
    const body = JSON.stringify({ unit, takes, fails, inTransaction: Math.random() < 0.3 });
    const response = await this.#request(send, [store], 'POST', '/jobs', undefined, { body });
    appendFileSync(accepted, `${response === undefined ? 'maybe' : 'ok'} ${unit}\n`);
  }

  /** @returns the response; undefined if the request failed, which is counted here */
  async #request(send, needs, method, path, cookie, { body, headers, also } = {}) {
    this.requests++;
    const since = performance.now();
    try {
      const response = await this.#sent(() => send(method, path, cookie, body, headers));
      if (response.status < 300 || response.status === also) return response;
      throw new Error(`status ${response.status}`);
    } catch (error) {
      if (this.#plan.outages.overlap(needs, since)) this.storeDown++;
      else {
        this.wrong++;
        const second = Math.round(since - this.#plan.outages.begun) / 1000;
        this.#keep(`${method} ${path} at ${second} s: ${error.code ?? error.message}`);
      }
      return undefined;
    }
  }

  /** Each of the client's idle connections may have been closed. */
  async #sent(send) {
    for (let left = this.#plan.count; ; left--) {
      try {
        return await send();
      } catch (error) {
        if (!error.isUnread || left === 0) throw error;
        this.sentAgain++;
      }
    }
  }

  #keep(example) {
    if (this.examples.length < MOST_EXAMPLES) this.examples.push(example);
  }
}
