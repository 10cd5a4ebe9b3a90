import { toBase64Url } from './base64url.ts';

/** Random text for a header, an attribute of HTML or a cookie: base64url of that many bytes. */
export function randomText(bytes: number): string {
  return toBase64Url(randomBytes(bytes));
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
