import { toBase64Url } from './base64url.ts';

/** A random string for a header, an HTML attribute or a cookie: this many bytes as base64url. */
export function randomText(bytes: number): string {
  return toBase64Url(randomBytes(bytes));
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
