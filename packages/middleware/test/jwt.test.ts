import { JsonResponse } from 'fw-runtime';
import { type JwtOptions, jwtProvider } from 'fw-middleware/jwt';
import { exportJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { inBothVariants } from './both-variants.ts';
import {
  senderOf,
  base64,
  byRsa,
  type Claims,
  forge,
  ISSUER,
  now,
  other,
  rsaJwk,
  rsaPem,
  SECRET,
  sign,
} from './tokens.ts';

inBothVariants((kit) => {
  const { app: appWith, send, statusOf } = senderOf(kit);

  test('sets the claims of a valid token', async () => {
    const response = await send({ key: SECRET }, { Authorization: `bearer ${await sign()}` });

    expect([response.status, await response.json()]).toEqual([200, 'ada']);
  });

  test('requests a token if there is none', async () => {
    const response = await send({ key: SECRET, realm: 'The "shop"' }, { Authorization: 'Basic YTpi' });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(String.raw`Bearer realm="The \"shop\""`);
  });

  test('does not reveal why a token is invalid', async () => {
    for (const token of [await sign({ exp: 1 }), await sign({}, {}, Buffer.alloc(32))]) {
      const response = await send({ key: SECRET }, { Authorization: `Bearer ${token}` });

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        'Bearer realm="Restricted", error="invalid_token"',
      );
      expect(await response.text()).toBe('401 Unauthorized\nThe token is not valid.\n');
    }
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearer é',
    `Bearer ${'a'.repeat(20_000)}`,
  ])('a malformed header, %.20s, is a 400', async (Authorization) => {
    const response = await send({ key: SECRET, optional: true }, { Authorization });

    expect(response.status).toBe(400);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_request"');
  });

  test('two headers are rejected, even if one of them is valid', async () => {
    const app = await appWith({ key: SECRET });
    const headers = new Headers({ Authorization: `Bearer ${await sign()}` });
    headers.append('Authorization', 'Bearer other');

    expect((await app.request('/', { headers })).status).toBe(400);
  });

  test('if it is optional, requests without a token pass, but not requests with an invalid token', async () => {
    const options = { key: SECRET, optional: true };
    const response = await send(options);

    expect([response.status, await response.json()]).toEqual([200, null]);
    expect(await statusOf(options, await sign({ exp: 1 }))).toBe(401);
    expect(await statusOf(options, 'none')).toBe(401);
  });

  test('a token may be in a named cookie', async () => {
    const Cookie = `token=${await sign()}`;

    expect((await send({ key: SECRET, cookie: 'token' }, { Cookie })).status).toBe(200);
    expect((await send({ key: SECRET }, { Cookie })).status).toBe(401);
    expect(
      (await send({ key: SECRET, cookie: 'token' }, { Cookie, Authorization: 'Bearer no' })).status,
    ).toBe(401);
    expect(
      (await send({ key: SECRET, cookie: 'token', optional: true }, { Cookie: 'token=no' })).status,
    ).toBe(401);
  });

  describe('is rejected:', () => {
    const unsigned = (header: Claims): string =>
      `${base64(header)}.${base64({ sub: 'ada', exp: now() + 60 })}.`;

    test.each<[string, JwtOptions, () => Promise<string> | string]>([
      ['alg none', { key: SECRET }, () => unsigned({ alg: 'none' })],
      ['alg NonE', { key: SECRET }, () => unsigned({ alg: 'NonE' })],
      ['no alg', { key: SECRET }, () => unsigned({ typ: 'JWT' })],
      ['no signature', { key: SECRET }, async () => (await sign()).replace(/[^.]+$/, '')],
      ['a public key as the secret (PEM)', { key: rsaPem }, () => sign({}, {}, Buffer.from(rsaPem))],
      [
        'a public key as the secret (JWK)',
        { key: rsaJwk },
        () => sign({}, {}, Buffer.from(JSON.stringify(rsaJwk))),
      ],
      ['another algorithm of the same key', { key: rsaPem }, () => byRsa({}, { alg: 'PS256' })],
      [
        'an algorithm that is not named',
        { key: Buffer.alloc(64) },
        () => sign({}, { alg: 'HS512' }, Buffer.alloc(64)),
      ],
      ['no end', { key: SECRET }, () => sign({ exp: undefined })],
      ['an end that is no number', { key: SECRET }, () => forge({}, { exp: 'never' })],
      ['an end that is over', { key: SECRET }, () => sign({ exp: now() - 1 })],
      [
        'an end that is over, though none is needed',
        { key: SECRET, must_expire: false },
        () => sign({ exp: now() - 1 }),
      ],
      ['a beginning to come', { key: SECRET }, () => sign({ nbf: now() + 60 })],
      ['clocks that differ too much', { key: SECRET, clock_tolerance: 5 }, () => sign({ exp: now() - 10 })],
      ['a token that is too old', { key: SECRET, max_age: 10 }, () => sign({ iat: now() - 20 })],
      ['no time of making', { key: SECRET, max_age: 10 }, () => sign()],
      ['another issuer', { key: SECRET, issuer: ISSUER }, () => sign({ iss: 'https://evil.test' })],
      [
        'an issuer that only begins so',
        { key: SECRET, issuer: ISSUER },
        () => sign({ iss: `${ISSUER}.evil.test` }),
      ],
      ['no issuer', { key: SECRET, issuer: [ISSUER] }, () => sign()],
      ['issuers', { key: SECRET, issuer: ISSUER }, () => sign({ iss: [ISSUER, 'https://evil.test'] })],
      ['another audience', { key: SECRET, audience: 'shop' }, () => sign({ aud: ['forum'] })],
      ['no audience', { key: SECRET, audience: 'shop' }, () => sign()],
      ['another type', { key: SECRET, typ: 'at+jwt' }, () => sign({}, { typ: 'JWT' })],
      ['a claim that is missing', { key: SECRET, required_claims: ['tenant'] }, () => sign()],
      [
        'changed claims',
        { key: SECRET },
        async () => (await sign()).replace(/\.[^.]+/, `.${base64({ sub: 'eve', exp: now() + 60 })}`),
      ],
      ['a header that must be understood', { key: SECRET }, () => forge({ crit: ['x-new'], 'x-new': 1 })],
      ['an unencoded payload', { key: SECRET }, () => forge({ b64: false, crit: ['b64'] })],
      ['nothing that must be understood', { key: SECRET }, () => forge({ crit: [] })],
      [
        'its own key in the header',
        { key: rsaJwk },
        async () => sign({}, { alg: 'RS256', jwk: await exportJWK(other.publicKey) }, other.privateKey),
      ],
      ['a payload that is no object', { key: SECRET }, () => forge({}, ['ada'])],
      ['three dots', { key: SECRET }, async () => `${await sign()}.x`],
      ['an encrypted token', { key: SECRET }, () => `${base64({ alg: 'dir', enc: 'A256GCM' })}..a.b.c`],
    ])('%s', async (_, options, token) => {
      expect(await statusOf(options, await token())).toBe(401);
    });
  });

  test.each<[string, JwtOptions, () => Promise<string> | string]>([
    ['a token signed by another algorithm', { key: SECRET }, () => forge({})],
    ['an issuer', { key: SECRET, issuer: ['https://a.test', ISSUER] }, () => sign({ iss: ISSUER })],
    ['an audience among others', { key: SECRET, audience: 'shop' }, () => sign({ aud: ['forum', 'shop'] })],
    ['no end where none is needed', { key: SECRET, must_expire: false }, () => sign({ exp: undefined })],
    [
      'clocks that differ',
      { key: SECRET, clock_tolerance: 30 },
      () => sign({ exp: now() - 10, nbf: now() + 10 }),
    ],
    ['a type', { key: SECRET, typ: 'at+jwt' }, () => sign({}, { typ: 'at+jwt' })],
    ['an algorithm that is named', { key: rsaPem, algorithms: ['PS256'] }, () => byRsa({}, { alg: 'PS256' })],
  ])('takes %s', async (_, options, token) => {
    expect(await statusOf(options, await token())).toBe(200);
  });

  test('is configured by the key "jwt"', async () => {
    const routes = [{ path: '/', middleware: () => new JsonResponse('in') }];
    const app = kit.configured([jwtProvider], { jwt: { key: SECRET }, routes });

    expect((await app.request('/')).status).toBe(401);
    expect((await app.request('/', { headers: { Authorization: `Bearer ${await sign()}` } })).status).toBe(
      200,
    );
  });
});
