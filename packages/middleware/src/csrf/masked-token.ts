import { fromBase64Url, toBase64Url } from '../crypto/base64url.ts';
import { equalBytes } from '../crypto/equal.ts';
import { randomBytes } from '../crypto/random.ts';

/** Of a secret and of its mask. */
const LENGTH = 32;

export function newSecret(): Uint8Array {
  return randomBytes(LENGTH);
}

/** @returns undefined when the text is no secret, such as the value of a cookie that somebody has made up */
export function readSecret(text: string | undefined): Uint8Array | undefined {
  const bytes = text === undefined ? undefined : fromBase64Url(text);
  return bytes?.length === LENGTH ? bytes : undefined;
}

/**
 * A secret under a mask of its own, so that a page which shows it twice and is compressed tells nothing of it (the attack
 * called BREACH).
 */
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
