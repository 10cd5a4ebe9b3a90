import type { GenericSchema } from 'valibot';
import { text } from '../provider/schemas.ts';

/** What names the part of a site that a login is for. */
export function realmText(): GenericSchema<string> {
  return text((realm) => /^[\x20-\x7e]+$/.test(realm), 'text of printable ASCII characters');
}

/** A quoted-string (RFC 9110 5.6.4). */
export function quoted(realm: string): string {
  return `"${realm.replace(/["\\]/g, '\\$&')}"`;
}
