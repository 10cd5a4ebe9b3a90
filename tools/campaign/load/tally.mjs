// Counts what became of the requests, and keeps some sentences about what was not as it should be.

const MOST_EXAMPLES = 8;

export class Tally {
  right = 0;
  /** Answers that are not what was asked for, or only a part of it. */
  wrong = 0;
  /** Bytes that belong to no request. */
  surplus = 0;
  /** Requests without an answer. */
  missing = 0;
  /** Requests that a server which was told to end did not take any more; they may be. */
  refused = 0;
  /** Clients that were too slow and were not cut off in time. */
  overdue = 0;
  /** Clients that ended their side after a request and then got half an answer. */
  halfClosedCut = 0;
  /** Clients that were told to send a body that is too large, and then refused. */
  invited = 0;
  /** Processes that ended though nobody had told them to, and those of them that an unhandled rejection ended. */
  crashes = 0;
  rejections = 0;
  /** Uploads that ended early and that a handler could read as if they were whole. */
  cutShort = 0;
  /** How often each attack was made. */
  attacks = {};
  examples = [];

  /** @param outcome see Http1Connection */
  judge(request, outcome, how) {
    const label = `${how}: ${request.method} ${request.path}`;
    switch (outcome.kind) {
      case 'answer':
        return this.#judgeAnswer(request, outcome, label);
      case 'closed':
        return this.#judgeClosed(request, outcome, label);
      case 'late':
        return this.count('missing', `${label}: no answer in time`);
      default:
        return this.count('wrong', `${label}: ${outcome.message}`);
    }
  }

  /** @param what the name of a counter; with a sentence when it is a fault */
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

  #judgeAnswer(request, { answer, life }, label) {
    if (answer.status === 503 && life.closingAt !== undefined) return this.count('refused');
    const fault = request.check(answer);
    this.count(fault === undefined ? 'right' : 'wrong', fault && `${label}: ${fault}`);
  }

  // Whoever asks as the server is told to end may meet a connection that is being closed as idle. That those which it has
  // begun to answer are answered is what the witnesses show (witnesses.mjs).
  #judgeClosed(request, { isHalf, code, sentAt, life }, label) {
    if (request.isBroken) return this.count('right');
    const after = Math.round(performance.now() - sentAt);
    if (isHalf) {
      const how = code === undefined ? 'the connection' : `the stream, with ${code},`;
      return this.count('wrong', `${label}: half an answer, then ${how} was closed after ${after} ms`);
    }
    if (life.closingAt !== undefined && !request.isWitness) return this.count('refused');
    this.count('missing', `${label}: closed without an answer after ${after} ms`);
  }
}
