import type { GenericSchema } from 'valibot';
import { text } from '../provider/schemas.ts';

/** The realm: the name of the protected area that browsers show at login. */
export function realmText(): GenericSchema<string> {
  return text((realm) => /^[\x20-\x7e]+$/.test(realm), 'a string of printable ASCII characters');
}

/** A quoted-string (RFC 9110 5.6.4). */
export function quoted(realm: string): string {
  return `"${realm.replace(/["\\]/g, '\\$&')}"`;
}
