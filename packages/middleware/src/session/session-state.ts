import { FwError, InvalidArgumentError } from 'fw-runtime';

/** What stands in sessions and its types; a site augments it: `declare module 'fw-middleware/session' { interface SessionData { user: string } }`. */
export interface SessionData {}

/** A session as it is kept between two requests. */
export interface SessionRecord {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly flash: Readonly<Record<string, unknown>>;
  /** When it began, and when it was kept last, as Date.now() tells time. */
  readonly created: number;
  readonly written: number;
}

/**
 * What a site remembers of one visitor from request to request. Its values must have a JSON form: a Date comes back as text.
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

  /** Not a secret of its own, but who knows it may be the visitor: never show it. */
  get id(): string {
    return this.#id;
  }

  /** Whether it began with this request, so that nothing is in it yet but what this request has set. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** @returns undefined when it was never set */
  get<Key extends keyof SessionData>(key: Key): SessionData[Key] | undefined;
  get<T = unknown>(key: string): T | undefined;
  get(key: string): unknown {
    return this.#data.get(key);
  }

  /** @throws InvalidArgumentError when the value has no JSON form */
  set<Key extends string>(key: Key, value: Key extends keyof SessionData ? SessionData[Key] : unknown): void {
    this.#mayChange();
    this.#data.set(key, checked(key, value));
  }

  delete(key: string): void {
    this.#mayChange();
    this.#data.delete(key);
  }

  /** Forgets all values and messages, and stays the same session. */
  clear(): void {
    this.#mayChange();
    for (const values of [this.#data, this.#flash, this.#nextFlash]) values.clear();
  }

  /**
   * With a value: leaves a message for the next request. Without: the message that an earlier request has left, which is gone then.
   *
   * @example session.flash('notice', 'Saved.'); // and after the redirect: session.flash('notice')
   * @throws InvalidArgumentError when the value has no JSON form
   */
  flash<T = string>(name: string): T | undefined;
  flash(name: string, value: unknown): void;
  flash(name: string, value?: unknown): unknown {
    this.#mayChange();
    if (value !== undefined) return void this.#nextFlash.set(name, checked(name, value));
    const message = this.#flash.get(name);
    this.#flash.delete(name);
    return message;
  }

  /**
   * Gives the session a new id and lets its time begin anew; its values stay. To be called whenever somebody logs in, so that
   * an id that another may know is worth nothing.
   */
  regenerate(): void {
    this.#mayChange();
    this.#isMoved ||= !this.#isNew;
    this.#id = randomId();
    this.#created = Date.now();
  }

  /** Ends the session, as at logout. What is set afterwards begins a new one. */
  destroy(): void {
    this.clear();
    this.regenerate();
    this.#isNew = true;
    this.#isMoved = false;
    this.#isDestroyed = true;
  }

  /** @internal What has become of it; it cannot change any more. */
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

  // Compared as text, so that what is changed inside of a value counts as well.
  #content(): string {
    return JSON.stringify({ data: Object.fromEntries(this.#data), flash: Object.fromEntries(this.#flash) });
  }

  #mayChange(): void {
    if (!this.#isClosed) return;
    const message = 'The session was kept when the response was returned, and cannot change after that.';
    throw new FwError('FW_SESSION_CLOSED', message);
  }
}

/** What is to be kept of a session, and how. */
export interface ClosedSession {
  readonly record: SessionRecord;
  /** When it was kept before. */
  readonly written: number;
  readonly isNew: boolean;
  /** Whether it has a new id, so that it is not kept under this one yet. */
  readonly isMoved: boolean;
  readonly isChanged: boolean;
  /** Whether the session that the request came with has ended. */
  readonly isDestroyed: boolean;
}

const EMPTY = '{"data":{},"flash":{}}';

/** 160 bits that nobody guesses. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether text has the form of an id, so that nothing else is asked of a store. */
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
