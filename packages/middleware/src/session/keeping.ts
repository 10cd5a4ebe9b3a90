import { FwError } from 'fw-runtime';
import type * as Iron from 'iron-webcrypto';
import { importPeer } from '../provider/import-peer.ts';
import { type ClosedSession, isId, type SessionRecord } from './session-state.ts';
import type { SessionStore } from './stores.ts';

/** Saves the content of sessions between two requests. */
export interface Keeping {
  /** @returns undefined for a session that is unknown, forged or expired */
  read(cookie: string): Promise<SessionRecord | undefined>;
  /**
   * @param cookie that the request had
   * @returns the cookie to send; undefined when no cookie is needed, or when another request has ended the session
   */
  keep(session: ClosedSession, cookie: string | undefined): Promise<SessionCookie | undefined>;
}

export interface SessionCookie {
  /** The value of the cookie. */
  readonly value: string;
  /** How long the cookie lasts, in milliseconds. */
  readonly ttl: number;
}

/** How long sessions last, in milliseconds. */
export interface Timeouts {
  readonly idle: number;
  readonly absolute: number;
}

// The part of the 4096 bytes that browsers store (RFC 6265 6.1) that is left beside name and attributes.
const MOST_BYTES = 3800;

const loadIron = (): Promise<typeof Iron> => import('iron-webcrypto');

/**
 * Saves the whole session in the cookie, encrypted and authenticated.
 *
 * @param secrets the first seals; all of them unseal
 * @param name of the cookie; a value that was sealed for another cookie is unknown
 */
export async function inCookie(
  secrets: readonly string[],
  name: string,
  timeouts: Timeouts,
): Promise<Keeping> {
  const { defaults, seal, unseal } = await importPeer('iron-webcrypto', loadIron, 'fw-middleware/session');
  const options = { ...defaults, encode: JSON.stringify, decode: JSON.parse };
  const [first = ''] = secrets;

  return {
    async read(cookie) {
      for (const secret of secrets) {
        try {
          const { cookie: sealedFor, ...record } = (await unseal(cookie, secret, options)) as Sealed;
          return sealedFor === name && timeLeft(record, timeouts) > 0 ? record : undefined;
        } catch {
          // The cookie was sealed with another secret, or forged.
        }
      }
      return undefined;
    },

    async keep({ record, isNew, isChanged, written }) {
      const ttl = timeLeft(record, timeouts);
      if (ttl <= 0 || !(isChanged || (!isNew && isDue(written, timeouts)))) return undefined;
      const value: string = await seal({ ...record, cookie: name }, first, options);
      if (value.length <= MOST_BYTES) return { value, ttl };
      throw new FwError(
        'FW_SESSION_TOO_LARGE',
        `The session takes ${value.length} bytes, and a cookie holds at most ${MOST_BYTES}: store less, or configure a session store.`,
      );
    },
  };
}

interface Sealed extends SessionRecord {
  readonly cookie: string;
}

/** Saves sessions in a store; the cookie contains the id, and only the store measures the idle time. */
export function inStore(store: SessionStore, timeouts: Timeouts): Keeping {
  return {
    async read(id) {
      const content = isId(id) ? await store.read(id) : undefined;
      if (content === undefined) return undefined;
      const record = { ...(JSON.parse(content) as SessionRecord), id };
      return cookieTtl(record, timeouts) > 0 ? record : undefined;
    },

    async keep({ record, isNew, isMoved, isChanged, isDestroyed, written }, cookie = '') {
      const { id, ...rest } = record;
      const content = JSON.stringify(rest);
      const ttl = timeLeft(record, timeouts);
      if (isDestroyed && isId(cookie)) await end(cookie);
      if (ttl <= 0) return undefined;
      if (isMoved) return (await move(cookie, id, content, ttl)) ? cookieOf(record) : undefined;
      if (isNew) {
        if (!isChanged) return undefined;
        await store.write(id, content, ttl);
        return cookieOf(record);
      }
      if (isChanged) await store.update(id, content, ttl);
      else if (isDue(written, timeouts)) await store.touch(id, ttl);
      return undefined;
    },
  };

  /** Ends a session, and the same session under its next id where a concurrent request gives it one. */
  async function end(id: string): Promise<void> {
    if (await store.remove(id)) return;
    await store.write(`${id}:ended`, 'ended', MOVING);
    const next = await store.read(`${id}:next`);
    if (next !== undefined) await end(next);
  }

  /** Continues a session under a new id, unless a concurrent request has ended or moved it. */
  async function move(from: string, to: string, content: string, ttl: number): Promise<boolean> {
    if (!(await store.remove(from))) return false;
    await store.write(to, content, ttl);
    // Each side writes its mark before it reads the other one, so at least one of them sees the other.
    await store.write(`${from}:next`, to, MOVING);
    if ((await store.read(`${from}:ended`)) === undefined) return true;
    await end(to);
    return false;
  }

  function cookieOf(record: SessionRecord): SessionCookie {
    return { value: record.id, ttl: cookieTtl(record, timeouts) };
  }
}

// How long the marks of a moved session last, in milliseconds: longer than the requests that still have its old id.
const MOVING = 60_000;

function timeLeft({ created, written }: SessionRecord, { idle, absolute }: Timeouts): number {
  return Math.min(written + idle, created + absolute) - Date.now();
}

/** The cookie of an id stays when the store renews the session, so the cookie may outlive an idle session. */
function cookieTtl({ created }: SessionRecord, { absolute }: Timeouts): number {
  return created + absolute - Date.now();
}

/** Whether an unchanged session is saved again to extend its lifetime. */
function isDue(written: number, { idle }: Timeouts): boolean {
  return Date.now() - written > idle / 10;
}
