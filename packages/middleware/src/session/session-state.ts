import { FwError, InvalidArgumentError } from 'fw-runtime';

/**
 * The types of session values. Declare yours in the app: `declare module 'fw-middleware/session' { interface
 * SessionData { user: string } }`.
 */
export interface SessionData {}

/** A session as it is saved between two requests. */
export interface SessionRecord {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly flash: Readonly<Record<string, unknown>>;
  /** When it was created, and when it was last saved, in milliseconds as of Date.now(). */
  readonly created: number;
  readonly written: number;
}

/**
 * The data of one visitor across requests. Values must be JSON-serializable: a Date is read back as a string.
 * `getSession(request)` returns it.
 *
 * @example new Session({ user: 'ada' }) // for a test: new ServerRequest('/').with(Session, …)
 */
export class Session {
  #isNew: boolean;
  #id: string;
  #created: number;
  readonly #data: Map<string, unknown>;
  readonly #flash: Map<string, unknown>;
  readonly #nextFlash = new Map<string, unknown>();
  readonly #before: string;
  readonly #written: number;
  #isMoved = false;
  #isDestroyed = false;
  #isClosed = false;

  /**
   * Creates a session, for tests. Sessions of visitors are created by the middleware.
   *
   * @param data the values; none when absent
   * @param record a saved session, which the middleware passes; a new session when absent
   * @throws {@link InvalidArgumentError} when a value is not JSON-serializable
   */
  constructor(data: Readonly<Record<string, unknown>> = {}, record?: SessionRecord) {
    this.#isNew = record === undefined;
    this.#id = record?.id ?? randomId();
    this.#created = record?.created ?? Date.now();
    this.#written = record?.written ?? Date.now();
    this.#data = new Map(Object.entries(record?.data ?? {}));
    this.#flash = new Map(Object.entries(record?.flash ?? {}));
    this.#before = this.#content();
    for (const [key, value] of Object.entries(data)) this.set(key, value);
  }

  /** The session's id. It grants access to the session: never show it. */
  get id(): string {
    return this.#id;
  }

  /** Whether the session was created during this request, so that it contains only what this request has set. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /**
   * Returns a value of the session.
   *
   * @returns undefined when the value was never set
   * @example const user = session.get('user');
   */
  get<Key extends keyof SessionData>(key: Key): SessionData[Key] | undefined;
  /**
   * Returns a value of the session, whose type is not checked.
   *
   * @returns undefined when the value was never set
   */
  get<T = unknown>(key: string): T | undefined;
  get(key: string): unknown {
    return this.#data.get(key);
  }

  /**
   * Sets a value, which is saved with the response.
   *
   * @param key the name of the value
   * @param value a JSON-serializable value
   * @throws {@link InvalidArgumentError} when the value is not JSON-serializable
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   * @example session.set('user', 'ada');
   */
  set<Key extends string>(key: Key, value: Key extends keyof SessionData ? SessionData[Key] : unknown): void {
    this.#mayChange();
    this.#data.set(key, checked(key, value));
  }

  /**
   * Removes a value. Removing a value that was never set is no error.
   *
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   */
  delete(key: string): void {
    this.#mayChange();
    this.#data.delete(key);
  }

  /**
   * Removes all values and messages, and keeps the session.
   *
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   */
  clear(): void {
    this.#mayChange();
    for (const values of [this.#data, this.#flash, this.#nextFlash]) values.clear();
  }

  /**
   * Returns and removes the message that an earlier request has stored.
   *
   * @returns undefined when there is no message
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   * @example const notice = session.flash('notice');
   */
  flash<T = string>(name: string): T | undefined;
  /**
   * Stores a message for the next request, for example before a redirect.
   *
   * @param name the name of the message
   * @param value a JSON-serializable value; undefined reads the message instead
   * @throws {@link InvalidArgumentError} when the value is not JSON-serializable
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   * @example session.flash('notice', 'Saved.');
   */
  flash(name: string, value: unknown): void;
  flash(name: string, value?: unknown): unknown {
    this.#mayChange();
    if (value !== undefined) return void this.#nextFlash.set(name, checked(name, value));
    const message = this.#flash.get(name);
    this.#flash.delete(name);
    return message;
  }

  /**
   * Gives the session a new id and restarts its lifetime; its values are kept. Call it at each login, so that an id
   * that an attacker knows becomes worthless (session fixation).
   *
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   * @example session.regenerate();
   */
  regenerate(): void {
    this.#mayChange();
    this.#isMoved ||= !this.#isNew;
    this.#id = randomId();
    this.#created = Date.now();
  }

  /**
   * Ends the session, as at logout. Values set afterwards start a new session.
   *
   * @throws {@link FwError} FW_SESSION_CLOSED after the response was returned
   * @example session.destroy();
   */
  destroy(): void {
    this.clear();
    this.regenerate();
    this.#isNew = true;
    this.#isMoved = false;
    this.#isDestroyed = true;
  }

  /** @internal Returns the final state; the session can't change afterwards. */
  close(): ClosedSession {
    this.#isClosed = true;
    for (const [name, value] of this.#nextFlash) this.#flash.set(name, value);
    const content = this.#content();
    const isEmpty = content === EMPTY;
    const isChanged = this.#isNew ? !isEmpty : this.#isMoved || content !== this.#before;
    const { data, flash } = JSON.parse(content) as SessionRecord;
    const record = { id: this.#id, data, flash, created: this.#created, written: Date.now() };
    return {
      record,
      written: this.#written,
      isNew: this.#isNew,
      isMoved: this.#isMoved,
      isChanged,
      isDestroyed: this.#isDestroyed,
    };
  }

  // Compared as a string, so that changes inside values are detected.
  #content(): string {
    return JSON.stringify({ data: Object.fromEntries(this.#data), flash: Object.fromEntries(this.#flash) });
  }

  #mayChange(): void {
    if (!this.#isClosed) return;
    const message = 'The session was saved when the response was returned, and cannot change after that.';
    throw new FwError('FW_SESSION_CLOSED', message);
  }
}

/** The final state of a session, and how to save it. */
export interface ClosedSession {
  readonly record: SessionRecord;
  /** When it was last saved. */
  readonly written: number;
  readonly isNew: boolean;
  /** Whether it has a new id, under which it isn't saved yet. */
  readonly isMoved: boolean;
  readonly isChanged: boolean;
  /** Whether the request's original session has ended. */
  readonly isDestroyed: boolean;
}

const EMPTY = '{"data":{},"flash":{}}';

/** 160 random bits, which can't be guessed. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a string has the format of an id; other strings are never looked up in a store. */
export function isId(text: string): boolean {
  return /^[\da-f]{40}$/.test(text);
}

function checked(key: string, value: unknown): unknown {
  let cause: unknown;
  try {
    if ((JSON.stringify(value) as string | undefined) !== undefined) return value;
  } catch (error) {
    cause = error;
  }
  const argument = `value of "${key}" in the session`;
  throw new InvalidArgumentError(argument, 'a value with a JSON form', value, '', { cause });
}
