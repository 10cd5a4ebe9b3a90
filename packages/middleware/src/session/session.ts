import {
  attribute,
  defineMiddleware,
  EmptyResponse,
  type HttpResponse,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import {
  array,
  boolean,
  check,
  custom,
  literal,
  minLength,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  union,
} from 'valibot';
import { unpublished } from '../crypto/published.ts';
import { withVary } from '../headers/vary.ts';
import { perApplication } from '../provider/per-application.ts';
import { readOptions } from '../provider/read-options.ts';
import { count, token } from '../provider/schemas.ts';
import { inCookie, inStore } from './keeping.ts';
import { Session } from './session-state.ts';
import { MemoryStore, type SessionStore, warnOfMemory } from './stores.ts';

/** Options of `session()`. */
export interface SessionOptions {
  /**
   * The secret that encrypts the cookie, at least 32 characters; of several, the first encrypts and all decrypt. Not
   * needed with a store.
   */
  readonly secret?: string | readonly string[];
  /**
   * The store of the sessions; the cookie itself when absent. 'memory', a store, and in configuration also 'redis'
   * or the id of a service.
   */
  readonly store?: SessionStore | string;
  /** The name of the cookie; 'session' when absent. */
  readonly name?: string;
  /** The path for which the cookie is sent; '/' when absent. */
  readonly path?: string;
  /** The domain to whose hosts the cookie is sent; only the current host when absent. */
  readonly domain?: string;
  /** Whether other sites' requests carry the cookie; 'lax' when absent. 'none' requires HTTPS. */
  readonly same_site?: 'strict' | 'lax' | 'none';
  /** Whether the cookie is sent over HTTPS only; 'auto' when absent, which depends on the request. */
  readonly secure?: boolean | 'auto';
  /** How long an unused session lasts, in milliseconds; a day when absent. */
  readonly idle_timeout?: number;
  /** How long a session lasts at most, in milliseconds; a week when absent. */
  readonly absolute_timeout?: number;
}

const LONG = 'expected a secret of 32 characters or more, for example from "openssl rand -base64 32"';
const SECRET = pipe(string(), minLength(32, LONG), unpublished);
const OPTIONS = pipe(
  strictObject({
    secret: optional(union([SECRET, pipe(array(SECRET), minLength(1, 'expected at least one secret'))])),
    store: optional(
      custom<SessionStore | 'memory'>(
        isStore,
        'expected "memory" or an object with the methods read, write, update, touch and remove',
      ),
    ),
    name: optional(token('the name of a cookie'), 'session'),
    path: optional(string(), '/'),
    domain: optional(string()),
    same_site: optional(picklist(['strict', 'lax', 'none']), 'lax'),
    secure: optional(union([boolean(), literal('auto')]), 'auto'),
    idle_timeout: optional(count('milliseconds', 1000), 86_400_000),
    absolute_timeout: optional(count('milliseconds', 1000), 604_800_000),
  }),
  check(
    ({ secret, store }) => secret !== undefined || store !== undefined,
    `expected a secret or a store; ${LONG.replace('expected ', '')}`,
  ),
);

const OPEN = attribute<() => Promise<Session>>('session');

/**
 * Returns the session of a request. The first call reads it.
 *
 * @throws {@link MissingAttributeError} when `session()` isn't registered as outer middleware
 * @example const session = await getSession(request);
 */
export async function getSession(request: ServerRequest<object>): Promise<Session> {
  return request.get(Session) ?? request.require(OPEN)();
}

/**
 * Remembers visitors with a cookie: values that handlers set in `await getSession(request)` are available in the next
 * request.
 *
 * @param options a secret or a store, the cookie's attributes and the lifetimes
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when there is no store and iron-webcrypto is not installed
 * @example app.pipe(await session({ secret: SESSION_SECRET }));
 */
export async function session(options?: SessionOptions): Promise<SharedMiddleware> {
  const { secret = [], store, name, ...rest } = readOptions('session', OPTIONS, options);
  const { idle_timeout: idle, absolute_timeout: absolute, ...cookie } = rest;
  const timeouts = { idle, absolute };
  if (store === 'memory') warnOfMemory(console);
  const shared =
    store === undefined
      ? await inCookie([secret].flat(), name, timeouts)
      : store !== 'memory' && inStore(store, timeouts);
  const keepingOf = perApplication(() => shared || inStore(new MemoryStore(), timeouts));
  const mustBeSecure = cookie.same_site === 'none' || /^__(?:host|http|secure)-/i.test(name);
  const attributes = { path: cookie.path, domain: cookie.domain, sameSite: cookie.same_site };
  // Invalid options fail at startup, not at the first visitor.
  new EmptyResponse().withCookie(name, '', { ...attributes, secure: cookie.secure !== false });

  return defineMiddleware(async function session(request, next) {
    let opened: Promise<Session> | undefined;
    const open = (): Promise<Session> => (opened ??= read(request));
    const response = await next(request.with(OPEN, open));
    if (opened === undefined) return response;
    // Errors of reading were already thrown where the session was used.
    const used = await (opened as Promise<Session>).catch(() => undefined);
    return used === undefined ? response : keep(used, request, withVary(response, 'Cookie'));
  });

  async function read(request: ServerRequest): Promise<Session> {
    const value = request.cookies.get(name);
    return new Session({}, value === undefined ? undefined : await keepingOf(request).read(value));
  }

  async function keep(used: Session, request: ServerRequest, response: HttpResponse): Promise<HttpResponse> {
    const closed = used.close();
    const kept = await keepingOf(request).keep(closed, request.cookies.get(name));
    if (kept !== undefined) {
      const maxAge = Math.ceil(kept.ttl / 1000);
      return cached(
        response.withCookie(name, kept.value, { ...attributes, secure: isSecure(request), maxAge }),
      );
    }
    if (!closed.isDestroyed || !request.cookies.has(name)) return response;
    return cached(response.withoutCookie(name, { ...attributes, secure: isSecure(request) }));
  }

  function isSecure(request: ServerRequest): boolean {
    if (cookie.secure !== 'auto') return cookie.secure;
    return mustBeSecure || request.url.protocol === 'https:';
  }
}

/** Prevents caches from sharing a response that sets a cookie. */
function cached(response: HttpResponse): HttpResponse {
  return response.header('cache-control') === undefined
    ? response.withHeader('Cache-Control', 'no-store')
    : response;
}

function isStore(value: unknown): boolean {
  if (value === 'memory') return true;
  const { read, write, update, touch, remove } = (value ?? {}) as Partial<SessionStore>;
  return [read, write, update, touch, remove].every((method) => typeof method === 'function');
}
