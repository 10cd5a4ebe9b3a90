import type { LayerNotes } from '../recorder/layer-notes.ts';
import { type LayerTrace, LayerTraces } from '../recorder/layer-trace.ts';
import { captureOf } from '../recorder/capture-of.ts';
import {
  type Entry,
  FwError,
  HttpResponse,
  isThenable,
  type LazyMiddleware,
  type MiddlewareRun,
  type PipelineObserver,
  type ServerRequest,
} from 'fw-runtime/internal';

/** Observes the middleware of applications with `debug`: warnings, the position of errors, and the records of the inspector. */
export const observer: PipelineObserver = {
  enter: (entry, request, log, response) => new WatchedLayer(entry, request, log, responseOf(response)),
  failed: (error, request) => captureOf(request)?.noteError(error),
};

// JavaScript may call a delegate with more arguments than a request, for example as the callback of `map`.
function responseOf(given: unknown): HttpResponse | undefined {
  return given instanceof HttpResponse ? given : undefined;
}

const TWICE = 'called next or delegate twice; call it once and use that response.';
const TOO_LATE = 'called next or delegate after it had returned; call it before, and return its response.';
const TOO_EARLY = 'returned before the inner middleware had finished; return or await its response.';

/**
 * A request in one middleware, created with `debug` only. It warns about middleware that calls `next` or `delegate` incorrectly
 * (rule P8), and records what the middleware does if the request is recorded.
 */
class WatchedLayer implements LayerTrace, MiddlewareRun {
  readonly entry: Entry;
  /** The request that the middleware received. */
  readonly request: ServerRequest;
  readonly #trace: LayerTraces;
  readonly #log: { warn(message: string): void };
  readonly #notes: LayerNotes | undefined;
  #hasPassedOn = false;
  #hasFinished = false;
  #pending = 0;

  /** @param given variant A: the response that the middleware receives */
  constructor(
    entry: Entry,
    request: ServerRequest,
    log: { warn(message: string): void },
    given?: HttpResponse,
  ) {
    this.entry = entry;
    this.request = protect(request);
    if (given !== undefined) protect(given);
    this.#log = log;
    this.#trace = LayerTraces.of(request);
    this.#trace.layers.push(this);
    this.#notes = captureOf(request)?.enter(entry, request, given);
  }

  /** Calls the middleware. */
  run(invoke: () => unknown): unknown {
    const result = this.#notes === undefined ? invoke() : this.#notes.run(invoke);
    if (isThenable(result)) {
      result.then(
        () => this.#finish(),
        () => {},
      );
    } else this.#finish();
    return result;
  }

  /**
   * @param next calls the next middleware
   * @param response variant A: the response that is passed to the next middleware
   */
  passOn<T>(next: () => T, request: ServerRequest, response?: unknown): T {
    if (this.#hasFinished) this.#warn(TOO_LATE);
    else if (this.#hasPassedOn) this.#warn(TWICE);
    this.#hasPassedOn = true;
    const notes = this.#notes;
    if (notes === undefined) return this.#await(next());
    notes.passOn(request, responseOf(response));
    try {
      const result = this.#await(next());
      if (isThenable(result)) {
        result.then(
          (settled) => notes.resume(settled),
          () => notes.resume(),
        );
      } else notes.resume(result);
      return result;
    } catch (error) {
      notes.resume();
      throw error;
    }
  }

  /** Call this with the response that the middleware returned. */
  leave(response: HttpResponse): HttpResponse {
    this.#notes?.leave(response);
    return protect(response);
  }

  /** Call this when the middleware throws. */
  fail(error: unknown): void {
    const hint = this.#trace.thrownIn(error) === undefined ? hintFor(error) : undefined;
    if (hint !== undefined) this.#warn(hint);
    this.#trace.noteThrown(error, this);
    this.#notes?.fail(error);
  }

  #finish(): void {
    this.#hasFinished = true;
    if (this.#pending > 0) this.#warn(TOO_EARLY);
  }

  #await<T>(result: T): T {
    if (!isThenable(result)) return result;
    this.#pending++;
    const settled = (): void => void this.#pending--;
    result.then(settled, settled);
    return protectPromise(result);
  }

  #warn(problem: string): void {
    (this.entry.target as LazyMiddleware).warn(this.#log, problem);
  }
}

/** How Fw responds where other frameworks call a method of the response or of the context. */
const RESPONSES = new Map([
  ...['send', 'end', 'text', 'body', 'write'].map((name) => [name, 'TextResponse(text)'] as const),
  ...['status', 'code', 'sendStatus', 'type', 'writeHead'].map(
    (name) => [name, 'HttpResponse(body, status)'] as const,
  ),
  ['json', 'JsonResponse(value)'],
  ['html', 'HtmlResponse(html)'],
  ['render', 'HtmlResponse(html)'],
  ['redirect', 'RedirectResponse(url)'],
  ['sendFile', 'FileResponse(path)'],
  ['download', 'FileResponse(path)'],
]);

/**
 * Suggests the Fw code to write when a TypeError comes from using another framework's API.
 *
 * @returns undefined for any other error
 */
function hintFor(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const { message } = error;
  const [, passing] = /^(next|delegate|handler) is not a function/.exec(message) ?? [];
  if (passing !== undefined) {
    return `failed, because its parameters don't match its variant: (request, response, next) in A, (request, delegate) in B.`;
  }
  const [, called] = /\.(\w+) is not a function/.exec(message) ?? [];
  const [, assigned] = /^Cannot (?:set|add) property (\w+)/.exec(message) ?? [];
  const response = RESPONSES.get(called ?? assigned ?? '');
  if (response !== undefined) return `failed with "${message}". To respond, return new ${response}.`;
  if (assigned === undefined) return undefined;
  return `failed with "${message}". A request is immutable: pass request.withAttribute("${assigned}", value) to next or delegate.`;
}

const REQUEST = {
  method: 'request.withMethod(method)',
  path: 'request.withPath(path)',
  params: 'request.withAttribute(name, value)',
};
const RESPONSE = { status: 'response.withStatus(status)' };

/**
 * Makes an assignment to a property of a request or a response throw, with `debug` only. Without it, the assignment would change
 * the object for every request that shares it, such as a response in a constant.
 */
function protect<T extends ServerRequest | HttpResponse>(message: T): T {
  // The message was protected before, in an outer middleware or by another request.
  if (!Object.isExtensible(message)) return message;
  const [name, properties] = 'status' in message ? ['response', RESPONSE] : ['request', REQUEST];
  for (const [property, instead] of Object.entries(properties)) {
    const value: unknown = Reflect.get(message, property);
    Object.defineProperty(message, property, {
      get: () => value,
      set() {
        throw new FwError(
          'FW_IMMUTABLE',
          `${name}.${property} can't be assigned, because a ${name} is immutable: use the copy that ${instead} returns.`,
        );
      },
    });
  }
  return Object.preventExtensions(message);
}

/**
 * Makes reading a property of a response from the promise of a response throw, with `debug` only. Without it, a forgotten `await`
 * reads undefined.
 */
function protectPromise<T extends PromiseLike<unknown>>(promise: T): T {
  if ('status' in promise || !Object.isExtensible(promise)) return promise;
  for (const property of ['status', ...Object.getOwnPropertyNames(HttpResponse.prototype)]) {
    if (property in promise) continue;
    Object.defineProperty(promise, property, {
      get() {
        throw new FwError(
          'FW_MISSING_AWAIT',
          `.${property} was read from a promise of a response: write "await" in front of the call of next or delegate, ` +
            'as in "const response = await next(request, response)" or "const response = await delegate(request)".',
        );
      },
    });
  }
  return promise;
}
