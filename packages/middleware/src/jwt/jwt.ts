import {
  type Attribute,
  attribute,
  defineMiddleware,
  HttpError,
  type SecuritySchemes,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import type * as Jose from 'jose';
import { bearerToken, invalidToken, missingToken } from '../authorization/bearer-token.ts';
import { importPeer } from '../provider/import-peer.ts';
import { readOptions } from '../provider/read-options.ts';
import type { JwtAlgorithm } from './algorithms.ts';
import { readKeySet, type VerifyingKeySet } from './key-set.ts';
import { type JwtOptions, type JwtSettings, OPTIONS } from './options.ts';
import { keyError, readKey, type VerifyingKey } from './read-key.ts';

/** The verified claims of a token (RFC 7519 4). Times are in seconds since 1970. */
export interface JwtClaims {
  /** The issuer of the token; absent when the token doesn't name it. */
  readonly iss?: string;
  /** The subject, usually the id of the user. */
  readonly sub?: string;
  /** The audience: the apps that the token is for. */
  readonly aud?: string | readonly string[];
  /** The time at which the token expires, in seconds since 1970. */
  readonly exp?: number;
  /** The time before which the token isn't valid, in seconds since 1970. */
  readonly nbf?: number;
  /** The time at which the token was issued, in seconds since 1970. */
  readonly iat?: number;
  /** The unique id of the token. */
  readonly jti?: string;
  /** Another claim of the token, whose type is not checked. */
  readonly [claim: string]: unknown;
}

/**
 * The attribute with the claims of the request's token.
 *
 * @example const { sub } = request.require(JwtClaims);
 */
export const JwtClaims: Attribute<JwtClaims> = attribute<JwtClaims>('jwtClaims');

/**
 * Requires a signed token (JWT), and passes its claims to inner middleware. Requests without a valid token get 401, and
 * requests with a malformed Authorization header get 400; when the keys of `jwks` can't be fetched, the response is
 * 503.
 *
 * @param options `key` or `jwks`, and the claims that a token must have
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @throws {@link MissingDependencyError} when jose is not installed
 * @example app.pipe('/api', await jwt({ key: JWT_SECRET, issuer: 'https://login.example.com', audience: 'shop' }));
 */
export async function jwt(options?: JwtOptions): Promise<SharedMiddleware> {
  const read = readOptions('jwt', OPTIONS, options);
  const { key, jwks, algorithms, cookie, realm } = read;
  const jose = await importPeer('jose', () => import('jose'), 'fw-middleware/jwt');
  const fetching = { timeout: read.jwks_timeout, cooldown: read.jwks_cooldown, max_age: read.jwks_max_age };
  const keys =
    jwks === undefined
      ? await readKeys(jose, key, algorithms)
      : [readKeySet(jose, jwks, algorithms, fetching)];
  const expected: Jose.JWTVerifyOptions = {
    clockTolerance: read.clock_tolerance,
    requiredClaims: [...(read.must_expire ? ['exp'] : []), ...read.required_claims],
    ...(read.issuer && { issuer: [read.issuer].flat() }),
    ...(read.audience && { audience: [read.audience].flat() }),
    ...(read.max_age && { maxTokenAge: read.max_age }),
    ...(read.typ && { typ: read.typ }),
  };

  return defineMiddleware(
    async function jwt(request, next) {
      const sent = sentToken(request);
      if (sent !== undefined) return next(request.with(JwtClaims, await claimsOf(sent)));
      if (read.optional) return next(request);
      throw missingToken(realm);
    },
    { security: securityOf(read) },
  );

  function sentToken(request: ServerRequest): string | undefined {
    return bearerToken(request, realm) ?? (cookie === undefined ? undefined : request.cookies.get(cookie));
  }

  async function claimsOf(sent: string): Promise<JwtClaims> {
    let last: unknown;
    for (const { key, algorithms } of keys) {
      try {
        const options = { ...expected, algorithms: [...algorithms] };
        const { payload } = await jose.jwtVerify(sent, key as Jose.KeyInput, options);
        return payload as JwtClaims;
      } catch (error) {
        if (error instanceof HttpError) throw error;
        last = error;
        if (!mayBeOfAnother(error)) break;
      }
    }
    // Only the message is kept, for developers, because the rest of the error contains the claims.
    throw invalidToken(realm, new Error(last instanceof Error ? last.message : String(last)));
  }
}

/** The security requirement for OpenAPI documents. */
function securityOf({ cookie, optional }: JwtSettings): readonly SecuritySchemes[] {
  return [
    ...(optional === true ? [{}] : []),
    { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    ...(cookie === undefined ? [] : [{ jwtCookie: { type: 'apiKey', in: 'cookie', name: cookie } } as const]),
  ];
}

async function readKeys(
  jose: typeof Jose,
  key: unknown,
  algorithms: readonly JwtAlgorithm[] | undefined,
): Promise<readonly (VerifyingKey | VerifyingKeySet)[]> {
  const keys: readonly unknown[] = [key].flat();
  if (keys.length === 0) throw keyError('jwt.key', 'at least one key', 'none');
  const path = (index: number): string => (Array.isArray(key) ? `jwt.key[${index}]` : 'jwt.key');
  return Promise.all(keys.map((each, index) => readKey(jose, each, algorithms, path(index))));
}

/** Whether a token that one key rejects may be signed with another key. */
function mayBeOfAnother(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || code === 'ERR_JOSE_ALG_NOT_ALLOWED';
}
