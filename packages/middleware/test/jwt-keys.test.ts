import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import type { ConfigError } from 'fw-runtime';
import { jwt, type JwtOptions } from 'fw-middleware/jwt';
import { exportJWK } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { inBothVariants } from './both-variants.ts';
import {
  senderOf,
  byRsa,
  type Claims,
  ec,
  edwards,
  ISSUER,
  other,
  rsa,
  rsaDer,
  rsaJwk,
  rsaPem,
  SECRET,
  sign,
} from './tokens.ts';

inBothVariants((kit) => {
  const { app: appWith, send, statusOf } = senderOf(kit);

  describe('keys:', () => {
    const { alg: _, ...jwk } = rsaJwk;

    test.each<[string, () => Promise<object | string>, () => Promise<string>]>([
      ['bytes', async () => new TextEncoder().encode(SECRET), () => sign()],
      ['a secret KeyObject', async () => createSecretKey(SECRET, 'utf8'), () => sign()],
      [
        'a secret JWK',
        async () => ({ kty: 'oct', k: Buffer.from(SECRET).toString('base64url') }),
        () => sign(),
      ],
      ['PEM', async () => rsaPem, () => byRsa()],
      ['a JWK', async () => jwk, () => byRsa()],
      ['a KeyObject', async () => rsa.publicKey, () => byRsa()],
      ['an elliptic curve', async () => ec.publicKey, () => sign({}, { alg: 'ES256' }, ec.privateKey)],
      [
        'PEM of an elliptic curve',
        async () => ec.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        () => sign({}, { alg: 'ES256' }, ec.privateKey),
      ],
      ['Ed25519', async () => edwards.publicKey, () => sign({}, { alg: 'EdDSA' }, edwards.privateKey)],
      [
        'a CryptoKey',
        async () =>
          crypto.subtle.importKey('spki', rsaDer, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, [
            'verify',
          ]),
        () => byRsa(),
      ],
      [
        'several, of which one has signed',
        async () => [Buffer.alloc(32, 1), ec.publicKey, SECRET],
        () => sign(),
      ],
    ])('%s', async (_, key, token) => {
      const options = { key: await key() };

      expect(await statusOf(options, await token())).toBe(200);
      expect(await statusOf(options, await sign({}, { alg: 'RS256' }, other.privateKey))).toBe(401);
    });
  });

  describe('published keys', () => {
    const URL_OF_KEYS = `${ISSUER}/jwks.json`;
    const remote = { jwks: URL_OF_KEYS, issuer: false, audience: false } as const;
    const fetched = vi.fn<(url: unknown) => Promise<Response>>();

    function publish(respond: () => Response | Promise<Response>): void {
      fetched.mockReset().mockImplementation(async () => respond());
      vi.stubGlobal('fetch', fetched);
    }

    afterEach(() => vi.unstubAllGlobals());

    test('are fetched once, and again for an unknown key', async () => {
      publish(() => Response.json({ keys: [rsaJwk] }));
      const app = await appWith({ ...remote, jwks_cooldown: 0 });
      const request = async (header?: Claims): Promise<number> => {
        const headers = { Authorization: `Bearer ${await byRsa({}, header)}` };
        return (await app.request('/', { headers })).status;
      };

      expect([await request(), await request()]).toEqual([200, 200]);
      expect(fetched).toHaveBeenCalledTimes(1);
      expect(await request({ kid: 'two' })).toBe(401);
      expect(fetched).toHaveBeenCalledTimes(2);
    });

    test('are not fetched for each forged token', async () => {
      publish(() => Response.json({ keys: [rsaJwk] }));
      const app = await appWith(remote);
      const kids = ['one', 'two', '../../etc/passwd', 'https://evil.test/jwks.json', "' OR 1=1 --"];
      for (const kid of kids) {
        const headers = {
          Authorization: `Bearer ${await byRsa({}, { kid, jku: 'https://evil.test', x5u: 'https://evil.test' })}`,
        };
        expect((await app.request('/', { headers })).status).toBe(kid === 'one' ? 200 : 401);
      }

      expect(fetched.mock.calls.map(([url]) => String(url))).toEqual([URL_OF_KEYS]);
    });

    test.each<[string, () => Response | Promise<Response>]>([
      ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
      ['has an error', () => new Response('', { status: 500 })],
      ['gives no JSON', () => new Response('<html>')],
      ['gives something else', () => Response.json({ error: 'moved' })],
      [
        'sends elsewhere',
        () => new Response(null, { status: 302, headers: { Location: 'https://evil.test/' } }),
      ],
    ])('when their host %s, the response is not a client error', async (_, respond) => {
      publish(respond);
      const response = await send(remote, { Authorization: `Bearer ${await byRsa()}` });

      expect([response.status, await response.text()]).toEqual([503, '503 Service Unavailable\n']);
      expect(response.headers.get('retry-after')).toBe('30');
    });

    test('may be passed as a value', async () => {
      const options = {
        ...remote,
        jwks: { keys: [rsaJwk, { ...(await exportJWK(ec.publicKey)), kid: 'two' }] },
      };

      expect(await statusOf(options, await byRsa())).toBe(200);
      expect(await statusOf(options, await sign({}, { alg: 'ES256', kid: 'two' }, ec.privateKey))).toBe(200);
      expect(await statusOf(options, await byRsa({}, { kid: 'two' }))).toBe(401);
      expect(await statusOf(options, await sign({}, { kid: 'one' }, Buffer.from(rsaPem)))).toBe(401);
    });
  });
});

describe('rejected when the middleware is created:', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const remote = { jwks: 'https://login.test/keys', issuer: 'a', audience: 'b' };

  test.each<[string, () => object | Promise<object>, string]>([
    ['no key', () => ({}), 'jwt: expected either "key" or "jwks"'],
    ['both', () => ({ ...remote, key: SECRET }), 'jwt: expected either "key" or "jwks"'],
    [
      'a short secret',
      () => ({ key: 'hunter2' }),
      'jwt.key: expected a secret of 32 bytes or more, received one of 7 bytes',
    ],
    [
      'a short secret among others',
      () => ({ key: [SECRET, 'hunter2'] }),
      'jwt.key[1]: expected a secret of 32 bytes',
    ],
    [
      'a secret of the documentation',
      () => ({ key: 'a secret that only the issuer and this site know' }),
      'jwt.key: expected a secret of your own, received one of the documentation',
    ],
    ['no secret at all', () => ({ key: [] }), 'jwt.key: expected at least one key'],
    ['a number', () => ({ key: 7 }), 'jwt.key: expected a key, received number'],
    ['something else', () => ({ key: {} }), 'jwt.key: expected a key, received another object'],
    ['a private key', () => ({ key: rsa.privateKey }), 'jwt.key: expected a public key'],
    [
      'a private JWK',
      async () => ({ key: await exportJWK(rsa.privateKey) }),
      'jwt.key: expected a public key',
    ],
    [
      'private PEM',
      () => ({ key: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) }),
      'jwt.key: expected a public key',
    ],
    [
      'PEM of something else',
      () => ({ key: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }),
      'jwt.key: expected a public key or a certificate in PEM format',
    ],
    ['a short RSA key', () => ({ key: short }), 'jwt.key: expected an RSA key of 2048 bits or more'],
    ['alg none', () => ({ key: SECRET, algorithms: ['none'] }), 'jwt.algorithms[0]: expected'],
    [
      'HS256 with a public key',
      () => ({ key: rsaPem, algorithms: ['HS256'] }),
      'jwt.algorithms: expected one of RS256',
    ],
    [
      'RS256 with a secret',
      () => ({ key: SECRET, algorithms: ['RS256'] }),
      'jwt.algorithms: expected one of HS256, the algorithms of this key, received RS256',
    ],
    [
      'HS512 with 37 bytes',
      () => ({ key: SECRET, algorithms: ['HS512'] }),
      'jwt.algorithms: expected one of HS256',
    ],
    [
      'HS256 with published keys',
      () => ({ ...remote, algorithms: ['HS256'] }),
      'jwt.algorithms: expected one of RS256',
    ],
    [
      'a published secret',
      () => ({ ...remote, jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }),
      'jwt.jwks.keys[0]: expected an RSA key',
    ],
    [
      'a published private key',
      async () => ({ ...remote, jwks: { keys: [await exportJWK(rsa.privateKey)] } }),
      'jwt.jwks.keys[0]: expected a public key',
    ],
    [
      'published keys by plain HTTP',
      () => ({ ...remote, jwks: 'http://login.test/keys' }),
      'jwt.jwks: expected',
    ],
    [
      'published keys for everybody',
      () => ({ jwks: remote.jwks, issuer: 'a' }),
      'jwt: expected "issuer" and "audience" with "jwks"',
    ],
    ['an unknown key', () => ({ key: SECRET, secret: SECRET }), 'jwt.secret: expected no such key'],
  ])('%s', async (_, options, message) => {
    const given = (await options()) as JwtOptions;
    const error: unknown = await jwt(given).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    });
    expect((error as Error).message).not.toContain('hunter2');
  });
});
