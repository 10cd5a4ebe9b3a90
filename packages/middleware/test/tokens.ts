import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { JsonResponse, type ServerRequest } from 'fw-runtime';
import { jwt, JwtClaims, type JwtOptions } from 'fw-middleware/jwt';
import { exportJWK, SignJWT } from 'jose';
import type { App, Kit } from './both-variants.ts';

export const SECRET = 'a secret that is longer than 32 bytes';
export const ISSUER = 'https://login.example.com';
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const edwards = generateKeyPairSync('ed25519');
export const rsaPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
export const rsaDer = rsa.publicKey.export({ type: 'spki', format: 'der' });
export const rsaJwk = { ...(await exportJWK(rsa.publicKey)), kid: 'one', alg: 'RS256' };
export const now = (): number => Math.floor(Date.now() / 1000);
export const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export type Claims = Readonly<Record<string, unknown>>;

/** A token that is valid for the secret, except for the given changes. */
export function sign(
  claims: Claims = {},
  header: Claims & { readonly alg?: string } = {},
  key: KeyObject | Uint8Array = new TextEncoder().encode(SECRET),
): Promise<string> {
  return new SignJWT({ sub: 'ada', exp: now() + 60, ...claims })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(key);
}

/** A token with a valid signature and any content. */
export function forge(header: Claims, payload: unknown = { sub: 'ada', exp: now() + 60 }): string {
  const signed = `${base64({ alg: 'HS256', ...header })}.${base64(payload)}`;
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

export const byRsa = (claims: Claims = {}, header: Claims = {}): Promise<string> =>
  sign(claims, { alg: 'RS256', kid: 'one', ...header }, rsa.privateKey);

/** Requests a page behind `jwt`. */
export interface Sender {
  app(options: JwtOptions): Promise<App>;
  send(options: JwtOptions, headers?: Record<string, string>): Promise<Response>;
  statusOf(options: JwtOptions, token: string): Promise<number>;
}

export function senderOf(kit: Kit): Sender {
  async function app(options: JwtOptions): Promise<App> {
    const made = kit.app([]);
    made.get('/', [
      await jwt(options),
      (request: ServerRequest) => new JsonResponse(request.get(JwtClaims)?.sub ?? null),
    ]);
    return made;
  }

  async function send(options: JwtOptions, headers: Record<string, string> = {}): Promise<Response> {
    return (await app(options)).request('/', { headers });
  }

  return {
    app,
    send,
    statusOf: async (options, token) => (await send(options, { Authorization: `Bearer ${token}` })).status,
  };
}
