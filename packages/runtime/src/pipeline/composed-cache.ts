/**
 * What was composed for a continuation (a delegate or `next`). A pipeline that stands in one place always goes on with
 * the same one, so it is composed once; one that is called with others is composed for each.
 */
export class ComposedCache<Continuation extends object, Composed> {
  readonly #compose: (continuation: Continuation) => Composed;
  readonly #others = new WeakMap<Continuation, Composed>();
  #last: Continuation | undefined;
  #lastComposed: Composed | undefined;

  constructor(compose: (continuation: Continuation) => Composed) {
    this.#compose = compose;
  }

  get(continuation: Continuation): Composed {
    if (continuation === this.#last) return this.#lastComposed as Composed;
    let composed = this.#others.get(continuation);
    if (composed === undefined) {
      composed = this.#compose(continuation);
      this.#others.set(continuation, composed);
    }
    this.#last = continuation;
    this.#lastComposed = composed;
    return composed;
  }
}
