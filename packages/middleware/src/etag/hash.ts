const encoder = new TextEncoder();

/** 144 bits of the SHA-256 digest of a body, as a string that is valid in an ETag. */
export async function hashOf(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, 18)));
}
