// Counts the outcomes of requests, and keeps some descriptions of errors.

const MOST_EXAMPLES = 8;

export class Tally {
  right = 0;
  /** Wrong or incomplete responses. */
  wrong = 0;
  /** Bytes that belong to no request. */
  surplus = 0;
  /** Requests without a response. */
  missing = 0;
  /** Requests that a server didn't accept after SIGTERM, which is allowed. */
  refused = 0;
  /** Clients that were too slow and were not cut off in time. */
  overdue = 0;
  /** Clients that ended their side after a request and then got half a response. */
  halfClosedCut = 0;
  /** Clients that received "100 Continue" for an oversized body, and then a rejection. */
  invited = 0;
  /** Processes that ended without SIGTERM, and those that an unhandled rejection ended. */
  crashes = 0;
  rejections = 0;
  /** Uploads that ended early and that a handler read as complete. */
  cutShort = 0;
  /** The number of times that each attack was made. */
  attacks = {};
  examples = [];

  /** @param outcome see Http1Connection */
  judge(request, outcome, how) {
    const label = `${how}: ${request.method} ${request.path}`;
    switch (outcome.kind) {
      case 'response':
        return this.#judgeResponse(request, outcome, label);
      case 'closed':
        return this.#judgeClosed(request, outcome, label);
      case 'late':
        return this.count('missing', `${label}: no response in time`);
      default:
        return this.count('wrong', `${label}: ${outcome.message}`);
    }
  }

  /** @param what the name of a counter; with a sentence if it is an error */
  count(what, sentence) {
    this[what]++;
    if (sentence === undefined) return;
    const alike = this.examples.filter(([kind]) => kind === what);
    const isKnown = alike.some(([, other]) => other === sentence);
    if (!isKnown && alike.length < MOST_EXAMPLES) this.examples.push([what, sentence]);
  }

  attack(name) {
    this.attacks[name] = (this.attacks[name] ?? 0) + 1;
  }

  #judgeResponse(request, { response, run }, label) {
    if (response.status === 503 && run.closingAt !== undefined) return this.count('refused');
    const error = request.check(response);
    this.count(error === undefined ? 'right' : 'wrong', error && `${label}: ${error}`);
  }

  // A request sent during shutdown may meet a closing idle connection. The witnesses (witnesses.mjs) show that responses the
  // server has begun are completed.
  #judgeClosed(request, { isHalf, code, sentAt, run }, label) {
    if (request.isBroken) return this.count('right');
    const after = Math.round(performance.now() - sentAt);
    if (isHalf) {
      const how = code === undefined ? 'the connection' : `the stream, with ${code},`;
      return this.count('wrong', `${label}: half a response, then ${how} was closed after ${after} ms`);
    }
    if (run.closingAt !== undefined && !request.isWitness) return this.count('refused');
    this.count('missing', `${label}: closed without a response after ${after} ms`);
  }
}
