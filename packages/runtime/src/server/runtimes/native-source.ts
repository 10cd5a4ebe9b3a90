import { lazyStream } from '../../kernel/http/bodies/read-body.ts';
import { ipOf } from '../../kernel/http/platform.ts';
import { WebSource } from '../../kernel/http/web-source.ts';
import { clientGone } from '../node/incoming-body.ts';
import { isDirectLocalClient } from '../node/local-client.ts';
import type { ServerShared } from '../node/node-source.ts';
import type { BodyTimer } from './body-timer.ts';

/** The state that all requests of a native server share. */
export interface NativeShared extends ServerShared {
  readonly bodies: BodyTimer;
  /** Called when a stream fails half way; its client then sees an aborted response. */
  readonly log: (error: unknown) => void;
  /** On Deno, `request.signal` is also aborted when a response was sent. */
  readonly isDeno: boolean;
}

/** A request that the server of Bun or Deno has received. */
export class NativeSource extends WebSource {
  /** Bun's server, or Deno's information about the connection. */
  readonly #info: unknown;
  readonly #shared: NativeShared;
  #ip: string | undefined;
  #isDone = false;
  #aborts: AbortController | undefined;
  #forget: (() => void) | undefined;

  constructor(request: Request, info: unknown, shared: NativeShared) {
    super(request, request.method, shared.platform, shared.strictPaths);
    this.#info = info;
    this.#shared = shared;
  }

  override get ip(): string | undefined {
    return (this.#ip ??= ipOf(this.#info, this.request));
  }

  override get isLocal(): boolean {
    const headers = Object.fromEntries(this.request.headers);
    return isDirectLocalClient({ socket: { remoteAddress: this.ip }, headers });
  }

  override get draining(): boolean {
    return this.#shared.closing.draining;
  }

  override get signal(): AbortSignal {
    return (this.cache.signal ??= this.#shared.isDeno ? this.#openSignal() : this.request.signal);
  }

  protected override openClosing(): AbortSignal {
    const controller = new AbortController();
    this.#forget = this.#shared.closing.onStart(() => controller.abort());
    return controller.signal;
  }

  /** Whether Deno closes the connection after the response by itself, and says so in a header. */
  get isClosedByRuntime(): boolean {
    if (!this.#shared.isDeno) return false;
    const hasUnread = this.request.body !== null && !this.bodyUsed;
    return hasUnread || this.header('connection')?.toLowerCase() === 'close';
  }

  /**
   * The response is complete.
   *
   * @param isAborted whether its client has gone away before
   */
  finish(isAborted = false): void {
    if (isAborted) this.#aborts?.abort();
    this.#isDone = true;
    this.#forget?.();
  }

  #openSignal(): AbortSignal {
    const controller = (this.#aborts = new AbortController());
    const { signal } = this.request;
    const abort = (): void => {
      if (!this.#isDone) controller.abort();
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return controller.signal;
  }

  // Nothing else reads the request, and Bun takes long to say so.
  protected override isTaken(): boolean {
    return false;
  }

  protected override settle<V, T>(
    reading: Promise<V>,
    convert: (value: V) => T,
    deadline: number = this.#shared.bodies.deadline(),
  ): Promise<T> {
    const { bodies } = this.#shared;
    return new Promise((resolve, reject) => {
      const timed = bodies.add(deadline, reject);
      reading.then(
        (value) => {
          bodies.delete(timed);
          try {
            return resolve(convert(value));
          } catch (error) {
            return reject(error);
          }
        },
        () => {
          bodies.delete(timed);
          reject(clientGone());
        },
      );
    });
  }

  protected override openStream(): ReadableStream<Uint8Array> | null {
    const reader = super.openStream()?.getReader();
    if (reader === undefined) return null;
    const deadline = this.#shared.bodies.deadline();
    return lazyStream(
      (controller) =>
        this.settle(
          reader.read(),
          ({ done, value }) => (done ? controller.close() : controller.enqueue(value)),
          deadline,
        ),
      (reason) => reader.cancel(reason),
    );
  }
}
