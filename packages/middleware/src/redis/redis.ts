import { type Logger, parseSecretUrl } from 'fw-runtime';
import type { Redis } from 'ioredis';
import { custom, optional, pipe, rawCheck, strictObject, string } from 'valibot';
import { importPeer } from '../provider/import-peer.ts';
import { readOptions } from '../provider/read-options.ts';

/** Options of `redis()`: the URL of the server, and options of ioredis. */
export interface RedisOptions {
  /**
   * The URL of the server; `redis://127.0.0.1:6379` when absent. It may contain user, password and database number,
   * `redis://user:password@host:6379/2`; `rediss://` is TLS.
   */
  readonly url?: string;
  /**
   * Options of ioredis, which its documentation explains; they override the defaults of Fw: `lazyConnect`, one retry
   * per request, and a time limit of 5000 milliseconds for a command.
   */
  readonly options?: Readonly<Record<string, unknown>>;
}

const SCHEMES = ['redis', 'rediss'];
const URL_OF_REDIS = pipe(
  string(),
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || parseSecretUrl(dataset.value, SCHEMES) !== undefined) return;
    // The URL may contain a password.
    addIssue({ message: 'expected a URL such as "redis://127.0.0.1:6379"', received: 'other text' });
  }),
);
const OPTIONS = strictObject({
  url: optional(URL_OF_REDIS, 'redis://127.0.0.1:6379'),
  options: optional(
    custom<object>((value) => typeof value === 'object' && value !== null, 'expected options of ioredis'),
    {},
  ),
});
// Requests must not wait long when Redis is down.
const DEFAULTS = { lazyConnect: true, maxRetriesPerRequest: 1, commandTimeout: 5000 };

/**
 * Creates a Redis client that connects at first use and reconnects when the connection is lost. A failure rejects the
 * commands that need the connection and is logged once until Redis responds again.
 *
 * @param given the URL and options of ioredis; each has a default
 * @param logger reports when Redis doesn't respond; the console when absent
 * @returns the client of ioredis, which the container disposes of
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when ioredis is not installed
 * @example const client = await redis({ url: 'redis://127.0.0.1:6379' });
 */
export async function redis(given?: RedisOptions, logger: Pick<Logger, 'error'> = console): Promise<Redis> {
  const { url, options } = readOptions('redis', OPTIONS, given);
  const { Redis } = await importPeer('ioredis', () => import('ioredis'), 'fw-middleware/redis');
  const client = new Redis(url, { ...DEFAULTS, ...options });

  let isLogged = false;
  client.on('ready', () => (isLogged = false));
  // Without a listener, an error would end the process.
  client.on('error', (err: Error) => {
    if (isLogged) return;
    isLogged = true;
    logger.error({ err }, `Redis at ${parseSecretUrl(url, SCHEMES)?.host} doesn't respond; reconnecting.`);
  });

  // The container disposes of the client.
  return Object.assign(client, { [Symbol.asyncDispose]: () => end(client) });
}

/** Waits for pending responses. */
async function end(client: Redis): Promise<void> {
  if (client.status !== 'ready') return client.disconnect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await client.quit().catch(() => client.disconnect());
  await ended;
}
