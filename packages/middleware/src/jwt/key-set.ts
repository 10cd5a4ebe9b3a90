import { HttpError } from 'fw-runtime';
import type * as Jose from 'jose';
import { type JwtAlgorithm, PUBLIC_ALGORITHMS } from './algorithms.ts';
import { abilitiesOfPublicJwk, chooseAlgorithms, keyError } from './read-key.ts';

/** The URL where public keys are published, or the key set itself (RFC 7517 5). */
export type Jwks = string | { readonly keys: readonly object[] };

/** Times in milliseconds. */
export interface FetchingOptions {
  readonly timeout: number;
  readonly cooldown: number;
  readonly max_age: number;
}

export interface VerifyingKeySet {
  readonly key: Jose.JWTVerifyGetKey;
  readonly algorithms: readonly JwtAlgorithm[];
}

/** @throws {@link ConfigError} when a key is invalid, private or a secret */
export function readKeySet(
  { createLocalJWKSet, createRemoteJWKSet }: typeof Jose,
  jwks: Jwks,
  wanted: readonly JwtAlgorithm[] | undefined,
  { timeout, cooldown, max_age }: FetchingOptions,
): VerifyingKeySet {
  if (typeof jwks !== 'string') {
    const abilities = jwks.keys.map((jwk, index) => abilitiesOfPublicJwk(jwk, `jwt.jwks.keys[${index}]`));
    if (abilities.length === 0) throw keyError('jwt.jwks.keys', 'at least one key', 'none');
    const possible = abilities.flatMap((each) => each.possible);
    const usual = abilities.flatMap((each) => each.usual);
    const algorithms = chooseAlgorithms({ possible, usual }, wanted);
    return { key: createLocalJWKSet(jwks as Jose.JSONWebKeySet), algorithms };
  }
  const all = { possible: PUBLIC_ALGORITHMS, usual: PUBLIC_ALGORITHMS };
  const algorithms = chooseAlgorithms(all, wanted);
  const fetched = createRemoteJWKSet(new URL(jwks), {
    timeoutDuration: timeout,
    cooldownDuration: cooldown,
    cacheMaxAge: max_age,
  });
  return { key: (header, token) => fetched(header, token).catch(logUnreachable), algorithms };
}

// Errors of a fetched key set that are about the token. All other errors are about the key set.
const ABOUT_TOKEN: ReadonlySet<unknown> = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
]);

function logUnreachable(cause: Error & { readonly code?: unknown }): never {
  if (ABOUT_TOKEN.has(cause.code)) throw cause;
  const headers = { 'Retry-After': '30' };
  throw new HttpError(503, 'The keys that verify tokens cannot be fetched.', { headers, cause });
}
