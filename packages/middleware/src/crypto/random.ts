/** Random text for a header, an attribute of HTML or a cookie: base64url of that many bytes. Needs Web Crypto only. */
export function randomText(bytes: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Base64 with "-" and "_" and without "=" (RFC 4648 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (character) => URL_SAFE[character] as string);
}

const URL_SAFE: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '' };
