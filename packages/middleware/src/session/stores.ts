import type { Logger } from 'fw-runtime';

/** Keeps sessions on the server; their cookies then hold an id alone. */
export interface SessionStore {
  /** What was written under an id and is neither over nor destroyed. */
  read(id: string): string | undefined | Promise<string | undefined>;
  /** @param ttl in milliseconds: how long it may be kept */
  write(id: string, content: string, ttl: number): unknown;
  destroy(id: string): unknown;
}

/** In the memory of this process, for tests and sites that run in one process and may forget. */
export class MemoryStore implements SessionStore {
  readonly #kept = new Map<string, { readonly content: string; readonly until: number }>();

  /** How many it keeps. */
  get size(): number {
    return this.#kept.size;
  }

  read(id: string): string | undefined {
    const found = this.#kept.get(id);
    return found !== undefined && found.until > Date.now() ? found.content : undefined;
  }

  write(id: string, content: string, ttl: number): void {
    const now = Date.now();
    // The oldest come first, so that this ends soon.
    for (const [other, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(other);
    }
    this.#kept.delete(id);
    this.#kept.set(id, { content, until: now + ttl });
  }

  destroy(id: string): void {
    this.#kept.delete(id);
  }
}

/** A store for one process; in production it warns of what that means. */
export function memoryStore(logger: Pick<Logger, 'warn'>): MemoryStore {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string>> } };
  if (process?.env?.['NODE_ENV'] === 'production') {
    logger.warn('Sessions are kept in memory: a restart forgets them, and no other process knows them.');
  }
  return new MemoryStore();
}

/** The part of a client of Redis, such as ioredis, that is used. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'PX', ttl: number): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

/** In Redis, by a client that is connected already, or connects when it is first used. */
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

  async destroy(id: string): Promise<void> {
    await this.#redis.del(this.#prefix + id);
  }
}
