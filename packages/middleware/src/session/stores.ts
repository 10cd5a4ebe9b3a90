import type { Logger } from 'fw-runtime';

/**
 * Saves sessions on the server, so that cookies contain only an id. Implement it for a database. Each method is one
 * atomic operation: between a separate check and write, another request could end the session.
 */
export interface SessionStore {
  /**
   * Reads a session.
   *
   * @returns the content; undefined when the session was removed or its time to live is over
   */
  read(id: string): string | undefined | Promise<string | undefined>;
  /**
   * Writes a session, whether or not one exists under this id.
   *
   * @param id the id of the session
   * @param content the session as a string
   * @param ttl the time to live in milliseconds
   * @returns a value that is ignored; a promise is awaited
   */
  write(id: string, content: string, ttl: number): unknown;
  /**
   * Replaces the content and the time to live of a session that exists, and never adds one.
   *
   * @param id the id of the session
   * @param content the session as a string
   * @param ttl the time to live in milliseconds
   * @returns whether the session existed
   */
  update(id: string, content: string, ttl: number): boolean | Promise<boolean>;
  /**
   * Replaces the time to live of a session that exists, and leaves its content alone.
   *
   * @param id the id of the session
   * @param ttl the time to live in milliseconds
   * @returns whether the session existed
   */
  touch(id: string, ttl: number): boolean | Promise<boolean>;
  /**
   * Removes a session.
   *
   * @returns whether the session existed
   */
  remove(id: string): boolean | Promise<boolean>;
}

interface StoredSession {
  readonly content: string;
  readonly until: number;
}

/**
 * Saves sessions in the memory of this process, for tests and for apps that run in one process.
 *
 * @example app.pipe(await session({ store: new MemoryStore() }));
 */
export class MemoryStore implements SessionStore {
  readonly #kept = new Map<string, StoredSession>();
  #sweepAt = 100;

  /** The number of sessions, including expired ones that were not removed yet. */
  get size(): number {
    return this.#kept.size;
  }

  read(id: string): string | undefined {
    return this.#get(id)?.content;
  }

  write(id: string, content: string, ttl: number): void {
    if (this.#kept.size >= this.#sweepAt) this.#sweep();
    this.#set(id, content, ttl);
  }

  update(id: string, content: string, ttl: number): boolean {
    if (this.#get(id) === undefined) return false;
    this.#set(id, content, ttl);
    return true;
  }

  touch(id: string, ttl: number): boolean {
    const kept = this.#get(id);
    if (kept === undefined) return false;
    this.#set(id, kept.content, ttl);
    return true;
  }

  remove(id: string): boolean {
    const kept = this.#get(id);
    this.#kept.delete(id);
    return kept !== undefined;
  }

  /** Runs whenever the size has doubled, so that the average cost of an addition is constant. */
  #sweep(): void {
    const now = Date.now();
    for (const [id, { until }] of this.#kept) if (until <= now) this.#kept.delete(id);
    this.#sweepAt = Math.max(100, 2 * this.#kept.size);
  }

  #get(id: string): StoredSession | undefined {
    const kept = this.#kept.get(id);
    return kept !== undefined && kept.until > Date.now() ? kept : undefined;
  }

  #set(id: string, content: string, ttl: number): void {
    this.#kept.set(id, { content, until: Date.now() + ttl });
  }
}

/** Warns in production, where an in-memory store is rarely intended. */
export function warnOfMemory(logger: Pick<Logger, 'warn'>): void {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string>> } };
  if (process?.env?.['NODE_ENV'] !== 'production') return;
  logger.warn('Sessions are kept in memory: they are lost on restart and not shared with other processes.');
}

/** The commands that `RedisStore` calls on a Redis client, such as an ioredis client. */
export interface RedisCommands {
  /** Reads a value; null when there is no such key. */
  get(key: string): Promise<string | null>;
  /**
   * Sets a value.
   *
   * @param key the key
   * @param value the value
   * @param unit milliseconds
   * @param ttl the time to live in milliseconds
   * @returns a value that is ignored
   */
  set(key: string, value: string, unit: 'PX', ttl: number): Promise<unknown>;
  /**
   * Replaces a value that exists.
   *
   * @param key the key
   * @param value the value
   * @param unit milliseconds
   * @param ttl the time to live in milliseconds
   * @param condition replaces only a value that exists
   * @returns null when there is no such key
   */
  set(key: string, value: string, unit: 'PX', ttl: number, condition: 'XX'): Promise<unknown>;
  /**
   * Replaces the time to live of a value.
   *
   * @param key the key
   * @param ttl the time to live in milliseconds
   * @returns 0 when there is no such key
   */
  pexpire(key: string, ttl: number): Promise<number>;
  /**
   * Removes a value.
   *
   * @returns the number of removed keys
   */
  del(key: string): Promise<number>;
}

/**
 * Saves sessions in Redis, with a client that is connected or connects at first use.
 *
 * @example app.pipe(await session({ store: new RedisStore(new Redis()) }));
 */
export class RedisStore implements SessionStore {
  readonly #redis: RedisCommands;
  readonly #prefix: string;

  /**
   * Creates a store. It opens no connection.
   *
   * @param redis the client, such as one of ioredis; closing it is up to you
   * @param prefix the prefix of the keys; 'session:' when absent
   */
  constructor(redis: RedisCommands, prefix = 'session:') {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async read(id: string): Promise<string | undefined> {
    return (await this.#redis.get(this.#prefix + id)) ?? undefined;
  }

  async write(id: string, content: string, ttl: number): Promise<void> {
    await this.#redis.set(this.#prefix + id, content, 'PX', ttl);
  }

  async update(id: string, content: string, ttl: number): Promise<boolean> {
    return (await this.#redis.set(this.#prefix + id, content, 'PX', ttl, 'XX')) !== null;
  }

  async touch(id: string, ttl: number): Promise<boolean> {
    return (await this.#redis.pexpire(this.#prefix + id, ttl)) > 0;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#redis.del(this.#prefix + id)) > 0;
  }
}
