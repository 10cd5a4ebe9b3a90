import {
  defineMiddleware,
  HttpError,
  type Logger,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import type * as Limiters from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { custom, maxValue, optional, pipe, strictObject } from 'valibot';
import { importPeer } from '../provider/import-peer.ts';
import { perApplication } from '../provider/per-application.ts';
import { readOptions } from '../provider/read-options.ts';
import { callback, count, token } from '../provider/schemas.ts';
import { clientNetwork } from './client-network.ts';

/** Options of `rateLimit()`. */
export interface RateLimitOptions {
  /** The number of requests that a client has for each `duration`; 100 when absent. */
  readonly limit?: number;
  /**
   * The time in seconds after which the count starts again; 60 when absent. It begins with a client's first request.
   */
  readonly duration?: number;
  /**
   * Returns the client's key; the address when absent, or the /64 network of an IPv6 address. Requests without an
   * address share one limit.
   */
  readonly key?: (request: ServerRequest) => string | Promise<string>;
  /** Selects requests that are not counted; none when absent. */
  readonly skip?: (request: ServerRequest) => boolean | Promise<boolean>;
  /**
   * The store for counters: 'memory', of this process, which is the default, or an ioredis client; in configuration
   * 'redis' or the id of such a service. While Redis doesn't respond, each process counts on its own.
   */
  readonly store?: RedisClient | string;
  /** The name of the limit in headers and in Redis; 'default' when absent. */
  readonly name?: string;
}

/** The members of an ioredis client that `rateLimit()` uses. */
export interface RedisClient {
  /** The state of the connection, such as `ready` or `reconnecting`. */
  readonly status: string;
  /**
   * Defines a command from a Lua script.
   *
   * @param name the name of the command
   * @param definition the script and the number of its keys
   * @returns a value that is ignored
   */
  defineCommand(name: string, definition: object): unknown;
}

// The longest time of a timer, in seconds.
const LONGEST = 2_147_483;
const OPTIONS = strictObject({
  limit: optional(count('requests', 1), 100),
  duration: optional(pipe(count('seconds', 1), maxValue(LONGEST, `expected ${LONGEST} seconds or less`)), 60),
  key: optional(callback<Required<RateLimitOptions>['key']>('a function'), () => keyOf),
  skip: optional(callback<Required<RateLimitOptions>['skip']>('a function')),
  store: optional(
    custom<RedisClient | 'memory'>(isStore, 'expected "memory" or an ioredis client'),
    'memory',
  ),
  name: optional(token('a name without blanks'), 'default'),
});

const loadLimiters = (): Promise<typeof Limiters> => import('rate-limiter-flexible');

/**
 * Rejects clients with 429 when they exceed the limit. Each response reports the remaining requests.
 *
 * @param options the limit, the key of a client and the store; each has a default
 * @param logger reports when Redis doesn't respond; the console when absent
 * @returns middleware for both variants
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when rate-limiter-flexible is not installed
 * @example app.pipe('/login', await rateLimit({ name: 'login', limit: 5, duration: 900 }));
 * @source draft-ietf-httpapi-ratelimit-headers-10, RFC 6585 4
 */
export async function rateLimit(
  options?: RateLimitOptions,
  logger: Pick<Logger, 'error'> = console,
): Promise<SharedMiddleware> {
  const { limit, duration, key, skip, store, name } = readOptions('rate_limit', OPTIONS, options);
  const limiters = await importPeer('rate-limiter-flexible', loadLimiters, 'fw-middleware/rate-limit');
  const settings = { points: limit, duration, keyPrefix: `rate-limit:${name}` };
  const memoryOf = perApplication(() => new limiters.RateLimiterMemory(settings));
  const inRedis =
    store === 'memory' ? undefined : new limiters.RateLimiterRedis({ ...settings, storeClient: store });
  const policy = `"${name}";q=${limit};w=${duration}`;
  let isLogged = false;

  return defineMiddleware(async function rateLimit(request, next) {
    if (skip !== undefined && (await skip(request))) return next(request);
    const { remainingPoints, msBeforeNext, consumedPoints } = await consume(await key(request), request);
    const seconds = Math.ceil(msBeforeNext / 1000);
    const state = `"${name}";r=${remainingPoints};t=${seconds}`;
    if (consumedPoints > limit) {
      throw new HttpError(429, `Too many requests. Try again in ${seconds} seconds.`, {
        headers: { 'Retry-After': String(seconds), 'RateLimit-Policy': policy, RateLimit: state },
      });
    }
    const response = await next(request);
    // Another limit may have added its own policy.
    return response.withAddedHeader('RateLimit-Policy', policy).withAddedHeader('RateLimit', state);
  });

  async function consume(client: string, request: ServerRequest): Promise<RateLimiterRes> {
    if (inRedis === undefined || store === 'memory') return counted(memoryOf(request).consume(client));
    try {
      // A command would wait for the connection first.
      if (store.status === 'reconnecting') throw new Error('Redis is not connected.');
      const result = await counted(inRedis.consume(client));
      isLogged = false;
      return result;
    } catch (err) {
      if (!isLogged)
        logger.error(
          { err },
          `The rate limit "${name}" is counted in memory, because Redis does not respond.`,
        );
      isLogged = true;
      return counted(memoryOf(request).consume(client));
    }
  }
}

/** The limiter rejects with the count when the limit is exceeded. */
async function counted(consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await consumed;
  } catch (error) {
    if (error instanceof Error) throw error;
    return error as RateLimiterRes;
  }
}

function keyOf({ ip }: ServerRequest): string {
  return ip === undefined ? 'unknown' : clientNetwork(ip);
}

function isStore(value: unknown): boolean {
  if (value === 'memory') return true;
  return typeof (value as Partial<RedisClient> | null)?.defineCommand === 'function';
}
