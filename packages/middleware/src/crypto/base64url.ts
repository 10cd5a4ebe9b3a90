/** Base64 with "-" and "_" and without "=" (RFC 4648 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (character) => TO_URL[character] as string);
}

/** @returns undefined when the string is not base64url */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const base64 = text.replace(/[-_]/g, (character) => FROM_URL[character] as string);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

const TO_URL: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '' };
const FROM_URL: Readonly<Record<string, string>> = { '-': '+', _: '/' };
