import type { Logger } from 'fw-runtime';

/**
 * Saves sessions on the server, so that cookies contain only an id. Each method is one atomic operation: between a
 * separate check and write, another request could end the session.
 */
export interface SessionStore {
  /** @returns the content; undefined when the session was removed or its time to live is over */
  read(id: string): string | undefined | Promise<string | undefined>;
  /**
   * Writes a session, whether or not one exists under this id.
   *
   * @param ttl time to live in milliseconds
   */
  write(id: string, content: string, ttl: number): unknown;
  /**
   * Replaces the content and the time to live of a session that exists, and never adds one.
   *
   * @param ttl time to live in milliseconds
   * @returns whether the session existed
   */
  update(id: string, content: string, ttl: number): boolean | Promise<boolean>;
  /**
   * Replaces the time to live of a session that exists, and leaves its content alone.
   *
   * @param ttl time to live in milliseconds
   * @returns whether the session existed
   */
  touch(id: string, ttl: number): boolean | Promise<boolean>;
  /** @returns whether the session existed */
  remove(id: string): boolean | Promise<boolean>;
}

interface Kept {
  readonly content: string;
  readonly until: number;
}

/** Saves sessions in the memory of this process, for tests and for apps that run in one process. */
export class MemoryStore implements SessionStore {
  readonly #kept = new Map<string, Kept>();
  #sweepAt = 100;

  /** The number of sessions. */
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

  #get(id: string): Kept | undefined {
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
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'PX', ttl: number): Promise<unknown>;
  /** @returns null when there is no such key */
  set(key: string, value: string, unit: 'PX', ttl: number, condition: 'XX'): Promise<unknown>;
  /** @returns 0 when there is no such key */
  pexpire(key: string, ttl: number): Promise<number>;
  /** @returns how many keys were removed */
  del(key: string): Promise<number>;
}

/** Saves sessions in Redis, with a client that is connected or connects at first use. */
export class RedisStore implements SessionStore {
  readonly #redis: RedisCommands;
  readonly #prefix: string;

  /** @param prefix of the keys */
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
