import { FwError } from 'fw-runtime';
import type * as Iron from 'iron-webcrypto';
import { importPeer } from '../provider/import-peer.ts';
import { type ClosedSession, isId, type SessionRecord } from './session-state.ts';
import type { SessionStore } from './stores.ts';

/** Where the content of sessions is between two requests. */
export interface Keeping {
  /** @returns undefined for whatever is no session of ours */
  read(cookie: string): Promise<SessionRecord | undefined>;
  /**
   * @param ttl in milliseconds
   * @returns the value of the cookie; undefined when the session has ended meanwhile
   */
  write(session: ClosedSession, ttl: number): Promise<string | undefined>;
  destroy(id: string): Promise<void>;
}

// What is left of the 4096 bytes that browsers keep (RFC 6265 6.1) beside name and attributes.
const MOST_BYTES = 3800;

const loadIron = (): Promise<typeof Iron> => import('iron-webcrypto');

/**
 * All of it in the cookie, encrypted and authenticated.
 *
 * @param secrets the first seals; all of them unseal
 * @param name of the cookie; what was sealed for another is not taken
 */
export async function inCookie(secrets: readonly string[], name: string): Promise<Keeping> {
  const { defaults, seal, unseal } = await importPeer('iron-webcrypto', loadIron, 'fw-middleware/session');
  const options = { ...defaults, encode: JSON.stringify, decode: JSON.parse };
  const [first = ''] = secrets;

  return {
    async read(cookie) {
      for (const secret of secrets) {
        try {
          const { cookie: sealedFor, ...record } = (await unseal(cookie, secret, options)) as Sealed;
          return sealedFor === name ? record : undefined;
        } catch {
          // Sealed with another secret, or by somebody else.
        }
      }
      return undefined;
    },

    async write({ record }) {
      const sealed: string = await seal({ ...record, cookie: name }, first, options);
      if (sealed.length <= MOST_BYTES) return sealed;
      throw new FwError(
        'FW_SESSION_TOO_LARGE',
        `The session takes ${sealed.length} bytes, of which a cookie holds ${MOST_BYTES}: keep less in it, or give the session a store.`,
      );
    },

    async destroy() {
      // Nobody else knows of it.
    },
  };
}

interface Sealed extends SessionRecord {
  readonly cookie: string;
}

/** In a store; the cookie holds the id. */
export function inStore(store: SessionStore): Keeping {
  return {
    async read(id) {
      const content = isId(id) ? await store.read(id) : undefined;
      return content === undefined ? undefined : { ...(JSON.parse(content) as SessionRecord), id };
    },

    async write({ record, isNew, isMoved }, ttl) {
      const { id, ...content } = record;
      // Another request may have destroyed it since; a logout must not be undone.
      if (!isNew && !isMoved && (await store.read(id)) === undefined) return undefined;
      await store.write(id, JSON.stringify(content), ttl);
      return id;
    },

    async destroy(id) {
      await store.destroy(id);
    },
  };
}
