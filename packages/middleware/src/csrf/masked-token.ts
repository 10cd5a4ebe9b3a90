import { fromBase64Url, toBase64Url } from '../crypto/base64url.ts';
import { equalBytes } from '../crypto/equal.ts';
import { randomBytes } from '../crypto/random.ts';

/** The length of a secret and of its mask, in bytes. */
const LENGTH = 32;

export function newSecret(): Uint8Array {
  return randomBytes(LENGTH);
}

/** @returns undefined when the string is not a valid secret, for example a forged cookie */
export function readSecret(text: string | undefined): Uint8Array | undefined {
  const bytes = text === undefined ? undefined : fromBase64Url(text);
  return bytes?.length === LENGTH ? bytes : undefined;
}

/** Masks a secret with random bytes, so that compressed pages which contain it don't reveal it (the BREACH attack). */
export function maskSecret(secret: Uint8Array): string {
  const mask = randomBytes(LENGTH);
  return toBase64Url(Uint8Array.of(...mask, ...xor(mask, secret)));
}

export function isMaskOf(token: string, secret: Uint8Array): boolean {
  const bytes = fromBase64Url(token);
  if (bytes?.length !== 2 * LENGTH) return false;
  return equalBytes(xor(bytes.subarray(0, LENGTH), bytes.subarray(LENGTH)), secret);
}

function xor(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, index) => byte ^ (other[index] as number));
}
