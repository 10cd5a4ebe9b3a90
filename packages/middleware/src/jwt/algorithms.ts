import { fromBase64Url } from '../crypto/base64url.ts';

const SECRET = ['HS256', 'HS384', 'HS512'] as const;
const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const;
const EDWARDS = ['EdDSA', 'Ed25519'] as const;

const CURVES = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const;

/**
 * An algorithm with which a token may be signed (RFC 7518): HMAC with a secret, RSA, elliptic curves, or Edwards
 * curves.
 */
export type JwtAlgorithm =
  | (typeof SECRET)[number]
  | (typeof RSA)[number]
  | (typeof CURVES)[keyof typeof CURVES]
  | (typeof EDWARDS)[number];

/** Algorithms for public keys. */
export const PUBLIC_ALGORITHMS: readonly JwtAlgorithm[] = [...RSA, ...Object.values(CURVES), ...EDWARDS];
/** The algorithms with which a token may be signed; never "none". */
export const ALGORITHMS: readonly JwtAlgorithm[] = [...SECRET, ...PUBLIC_ALGORITHMS];

/**
 * The algorithms that a key can verify. The token's header doesn't decide, because that would allow algorithm
 * confusion.
 */
export interface Abilities {
  readonly possible: readonly JwtAlgorithm[];
  /** The algorithms used when none are configured. */
  readonly usual: readonly JwtAlgorithm[];
}

/** @returns undefined when the secret is shorter than 32 bytes, the digest of HS256 (RFC 7518 3.2) */
export function abilitiesOfSecret(bytes: number): Abilities | undefined {
  const possible = SECRET.filter((algorithm) => bytes * 8 >= Number(algorithm.slice(2)));
  return possible.length === 0 ? undefined : { possible, usual: ['HS256'] };
}

/** The members of a public key as a JWK (RFC 7517) that are read here. */
export interface PublicJwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly alg?: unknown;
  readonly n?: unknown;
}

/** @returns undefined when nothing can be verified with it, or it is an RSA key of less than 2048 bits */
export function abilitiesOfJwk({ kty, crv, alg, n }: PublicJwk): Abilities | undefined {
  const ofKind = abilitiesOfKind(String(kty), String(crv), String(n));
  if (alg === undefined || ofKind === undefined) return ofKind;
  const named = ofKind.possible.filter((possible) => possible === alg);
  return named.length === 0 ? undefined : { possible: named, usual: named };
}

function abilitiesOfKind(kty: string, crv: string, n: string): Abilities | undefined {
  if (kty === 'RSA') {
    const isLong = (fromBase64Url(n)?.length ?? 0) >= 256;
    return isLong ? { possible: RSA, usual: ['RS256'] } : undefined;
  }
  const curve = kty === 'EC' ? algorithmOfCurve(crv) : undefined;
  if (curve !== undefined) return { possible: [curve], usual: [curve] };
  return kty === 'OKP' && crv === 'Ed25519' ? { possible: EDWARDS, usual: EDWARDS } : undefined;
}

/** The members of a CryptoKey that are read here. */
export interface CryptoKeyAlgorithm {
  readonly name: string;
  readonly hash?: { readonly name: string };
  readonly namedCurve?: string;
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['HMAC', 'HS'],
  ['RSASSA-PKCS1-v1_5', 'RS'],
  ['RSA-PSS', 'PS'],
]);

/** A CryptoKey is created for one algorithm. */
export function abilitiesOfCryptoKey({
  name,
  hash,
  namedCurve = '',
}: CryptoKeyAlgorithm): Abilities | undefined {
  if (name === 'Ed25519') return { possible: EDWARDS, usual: EDWARDS };
  const prefix = PREFIXES.get(name);
  const wanted =
    name === 'ECDSA' ? algorithmOfCurve(namedCurve) : `${prefix}${hash?.name.slice('SHA-'.length)}`;
  const possible = ALGORITHMS.filter((algorithm) => algorithm === wanted);
  return possible.length === 0 ? undefined : { possible, usual: possible };
}

function algorithmOfCurve(curve: string): JwtAlgorithm | undefined {
  return Object.hasOwn(CURVES, curve) ? CURVES[curve as keyof typeof CURVES] : undefined;
}
