import { HttpError, type ServerRequest } from 'fw-runtime';
import { quoted } from './quoted.ts';

// RFC 6750 2.1. A header that was sent twice is joined by ", " and doesn't match.
const CREDENTIALS = /^bearer +([\w.~+/-]+=*)$/i;
// Longer than the total header size that most servers accept.
const LONGEST = 16_384;

/**
 * The token in the Authorization header; undefined when the header is missing or has another scheme.
 *
 * @throws {@link HttpError} 400 when it is malformed
 */
export function bearerToken(request: ServerRequest, realm: string): string | undefined {
  const header = request.header('authorization');
  if (header === undefined || !/^bearer(?:[\s,]|$)/i.test(header)) return undefined;
  const token = header.length > LONGEST ? undefined : CREDENTIALS.exec(header)?.[1];
  if (token !== undefined) return token;
  throw new HttpError(400, 'The Authorization header is malformed: send "Bearer" followed by the token.', {
    headers: challenge(realm, 'invalid_request'),
  });
}

/** The error for a request without a token (RFC 6750 3). */
export function missingToken(realm: string): HttpError {
  return new HttpError(401, 'Send a token in the Authorization header.', { headers: challenge(realm) });
}

/** The error for a token that is rejected. The response doesn't say why. */
export function invalidToken(realm: string, cause?: Error): HttpError {
  return new HttpError(401, 'The token is not valid.', { headers: challenge(realm, 'invalid_token'), cause });
}

function challenge(realm: string, error?: 'invalid_request' | 'invalid_token'): Record<string, string> {
  const parameter = error === undefined ? '' : `, error="${error}"`;
  return { 'WWW-Authenticate': `Bearer realm=${quoted(realm)}${parameter}` };
}
