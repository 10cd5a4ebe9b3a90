import { ConfigError } from 'fw-runtime';
import type * as Jose from 'jose';
import { fromBase64Url } from '../crypto/base64url.ts';
import { isPublished } from '../crypto/published.ts';
import {
  type Abilities,
  abilitiesOfCryptoKey,
  abilitiesOfJwk,
  abilitiesOfSecret,
  type CryptoKeyAlgorithm,
  type JwtAlgorithm,
  type PublicJwk,
} from './algorithms.ts';

/**
 * A key that verifies tokens: a secret of at least 32 bytes, as a string or bytes; a public key as PEM or a JWK (RFC
 * 7517); a KeyObject of node:crypto, or a CryptoKey.
 */
export type JwtKey = string | object;

export interface VerifyingKey {
  readonly key: Jose.KeyInput;
  readonly algorithms: readonly JwtAlgorithm[];
}

type JoseModule = typeof Jose;

/**
 * @param wanted the algorithms that may be used; undefined selects the usual one for the key
 * @param path of the option, for errors, which never show the key
 * @throws {@link ConfigError} when the key can't verify anything
 */
export async function readKey(
  jose: JoseModule,
  given: unknown,
  wanted: readonly JwtAlgorithm[] | undefined,
  path: string,
): Promise<VerifyingKey> {
  const { key, abilities } = await materialOf(jose, given, path);
  const algorithms = chooseAlgorithms(abilities, wanted);
  return { key, algorithms };
}

/** @throws {@link ConfigError} when no algorithm is both wanted and possible */
export function chooseAlgorithms(
  { possible, usual }: Abilities,
  wanted: readonly JwtAlgorithm[] | undefined,
): readonly JwtAlgorithm[] {
  const algorithms =
    wanted === undefined ? usual : possible.filter((algorithm) => wanted.includes(algorithm));
  if (algorithms.length > 0) return algorithms;
  throw keyError(
    'jwt.algorithms',
    `one of ${possible.join(', ')}, the algorithms of this key`,
    wanted?.join(', ') ?? 'none',
  );
}

export function keyError(path: string, expected: string, received: string): ConfigError {
  return new ConfigError([{ path, expected, received }]);
}

interface Material {
  readonly key: Jose.KeyInput;
  readonly abilities: Abilities;
}

async function materialOf(jose: JoseModule, given: unknown, path: string): Promise<Material> {
  if (typeof given === 'string') {
    return given.includes('-----BEGIN')
      ? ofJwk(await jwkOfPem(jose, given, path), path)
      : ofSecret(new TextEncoder().encode(given), path);
  }
  if (given instanceof Uint8Array) return ofSecret(given, path);
  if (typeof given !== 'object' || given === null) throw keyError(path, 'a key', typeof given);
  const { type, algorithm, kty } = given as Partial<Record<'type' | 'algorithm' | 'kty', unknown>>;
  if (type === 'private')
    throw keyError(path, 'a public key', 'a private key, which only the signer may have');
  if (kty !== undefined) return ofJwk(given, path);
  if (algorithm !== undefined) {
    const abilities = abilitiesOfCryptoKey(algorithm as CryptoKeyAlgorithm);
    return { key: given as Jose.CryptoKey, abilities: known(abilities, path) };
  }
  if (type === undefined) throw keyError(path, 'a key', 'another object');
  return ofJwk(await jose.exportJWK(given as Jose.KeyObject), path);
}

function ofSecret(key: Uint8Array, path: string): Material {
  if (isPublished(new TextDecoder().decode(key))) {
    throw keyError(path, 'a secret of your own', 'one of the documentation');
  }
  const abilities = abilitiesOfSecret(key.length);
  if (abilities !== undefined) return { key, abilities };
  throw keyError(path, 'a secret of 32 bytes or more', `one of ${key.length} bytes`);
}

function ofJwk(given: object, path: string): Material {
  const jwk = given as PublicJwk & { readonly d?: unknown; readonly k?: unknown };
  if (jwk.kty === 'oct') {
    const { key, abilities } = ofSecret(fromBase64Url(String(jwk.k)) ?? new Uint8Array(), path);
    const named = abilities.possible.filter((algorithm) => algorithm === jwk.alg);
    return { key, abilities: jwk.alg === undefined ? abilities : { possible: named, usual: named } };
  }
  return { key: given as Jose.JWK, abilities: abilitiesOfPublicJwk(given, path) };
}

/** @throws {@link ConfigError} when it is not a public key */
export function abilitiesOfPublicJwk(given: object, path: string): Abilities {
  if ('d' in given) throw keyError(path, 'a public key', 'a private key, which only the signer may have');
  return known(abilitiesOfJwk(given), path);
}

function known(abilities: Abilities | undefined, path: string): Abilities {
  if (abilities !== undefined) return abilities;
  throw keyError(path, 'an RSA key of 2048 bits or more, P-256, P-384, P-521, or Ed25519', 'another key');
}

async function jwkOfPem(jose: JoseModule, pem: string, path: string): Promise<Jose.JWK> {
  if (pem.includes('PRIVATE KEY')) {
    throw keyError(path, 'a public key', 'a private key, which only the signer may have');
  }
  const importPem = pem.includes('CERTIFICATE') ? jose.importX509 : jose.importSPKI;
  // PEM doesn't name the type of key, which Web Crypto requires.
  for (const algorithm of ['RS256', 'ES256', 'ES384', 'ES512', 'EdDSA']) {
    const key = await importPem(pem.trim(), algorithm, { extractable: true }).catch(() => undefined);
    if (key !== undefined) return jose.exportJWK(key);
  }
  throw keyError(path, 'a public key or a certificate in PEM format', 'other PEM data');
}
