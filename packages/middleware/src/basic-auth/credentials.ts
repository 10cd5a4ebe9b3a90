import type { ServerRequest } from 'fw-runtime';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/**
 * The name and the password of a request (RFC 7617), as UTF-8 in composed form (NFC), as all browsers send them.
 *
 * @returns undefined when they are missing or malformed
 */
export function basicCredentials(request: ServerRequest): Credentials | undefined {
  const header = request.header('authorization') ?? '';
  const encoded = header.length > LONGEST ? undefined : /^basic +([\w+/-]+=*)$/i.exec(header)?.[1];
  const text = encoded === undefined ? undefined : decode(encoded);
  // A password may hold colons, a name cannot.
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon === -1 || CONTROLS.test(text)) return undefined;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

// The limit in characters: text with many combining characters takes quadratic time to normalize.
const LONGEST = 4096;
const CONTROLS = /\p{Cc}/u;

function decode(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return decoder.decode(bytes).normalize('NFC');
  } catch {
    return undefined;
  }
}
