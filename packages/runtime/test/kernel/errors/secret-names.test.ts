import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  hideInput,
  isSecretName,
  isSecretParameter,
  maskText,
  parseSecretUrl,
} from '../../../src/kernel/errors/secret-names.ts';

describe('the name of a secret', () => {
  test.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'Set-Cookie',
    'X-Api-Key',
    'x-csrf-token',
    'password',
    'passwd',
    'dbPassword',
    'DB_PASSWORD',
    'secret',
    'clientSecret',
    'access_token',
    'apiKey',
    'api_key',
    'credentials',
    'sessionId',
    'PHPSESSION',
    'xsrf',
    'privateKey',
    'private_key',
    'auth',
    'sid',
    'X-Hub-Signature-256',
    'passphrase',
    'jwt',
    'encryption.key',
    'sig',
    'X-Hub-HMAC',
    'X-Amz-Credential',
    'Ocp-Apim-Subscription-Key',
    'code_verifier',
    'SAMLResponse',
    'oobCode',
    'resetCode',
  ])('%s is one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    'Accept',
    'Host',
    'author',
    'authority',
    'passenger',
    'keyboard',
    'key',
    'id',
    'side',
    'user-agent',
    'content-type',
    'monkey',
    'compass',
    'spine',
    'page',
    'code',
    'statusCode',
    'countryCode',
    'ticket',
    'design',
    '',
  ])('%s is not secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  test.each(['code', 'key', 'Key', 'X-Key', 'ticket', 'assertion', 'sig', 'X-Goog-Signature'])(
    '%s is one in a query, a form and a header',
    (name) => {
      expect(isSecretParameter(name)).toBe(true);
    },
  );

  test.each(['state', 'country_code', 'sort_key', 'Idempotency-Key', 'Sec-WebSocket-Key', 'page'])(
    '%s is not secret in a query, a form or a header',
    (name) => {
      expect(isSecretParameter(name)).toBe(false);
    },
  );
});

describe('in a string is masked', () => {
  test.each([
    ['a signed token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 here', 'got *** here'],
    ['a bearer token', 'Authorization: Bearer abc.def~1', 'Authorization: Bearer ***'],
    ['a basic one', 'basic dXNlcjpwYXNz=', 'basic ***'],
    ['who logs in by a URL', 'at postgres://ada:p@ss:w@db:5432/x?y', 'at postgres://***@db:5432/x?y'],
    ['the value of a secret', 'q=1&token=abc;password="a b" x', 'q=1&token=***;password=*** x'],
    [
      'a parameter of a URL',
      'https://idp/cb?code=a1&sig=b2&page=2&%6Bey=c3#ticket=d4',
      'https://idp/cb?code=***&sig=***&page=2&%6Bey=***#ticket=***',
    ],
    [
      'a parameter of a URL within a URL',
      '/login?next=/cb?code=a1&to=%2Fcb%3Fcode%3Db2%26page%3D2',
      '/login?next=/cb?code=***&to=%2Fcb%3Fcode%3D***%26page%3D2',
    ],
    [
      'a member of JSON',
      '{"user":"ada","passWord": "a\\"b","n":1}',
      '{"user":"ada","passWord": "***","n":1}',
    ],
    ['the key of a service', 'with ghp_abcdefghijklmnopqrstuv', 'with ***'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '***'],
  ])('%s', (_title, text, masked) => {
    expect(maskText(text)).toBe(masked);
    expect(maskText(masked)).toBe(masked);
  });

  test('nothing else', () => {
    const text =
      'Basic understanding of https://example.org/@ada?author=ada, at foo (file:///a/b.ts:1:2), code=E1, /a?state=b';
    expect(maskText(text)).toBe(text);
  });
});

describe('a URL whose password is not percent-encoded', () => {
  const PASSWORDS = [
    'pAsS/w0rd',
    'pAsS#w0rd',
    'pAsS?w0rd',
    'pAsS/@w0rd',
    '12/pAsS',
    '12?pAsS',
    '12#pAsS',
    'p%zzAsS',
    ':pAsS/x',
    'pAsS//w+=',
  ];

  test.each(PASSWORDS)('%s appears in no output, and the URL is invalid', (password) => {
    for (const url of [
      `redis://:${password}@127.0.0.1:6379/2`,
      `redis://user:${password}@127.0.0.1`,
      `redis://user:${password}@`,
    ]) {
      expect(maskText(`failed: ${url} (retry)`)).not.toMatch(/pAsS|w0rd|AsS/);
      expect(maskText(`failed: ${url} (retry)`)).toMatch(/^failed: redis:\/\/\*\*\*@.* \(retry\)$/);
      expect(parseSecretUrl(url, ['redis'])).toBeUndefined();
    }
  });

  test.each([
    'redis://:a%2Fb%40c@127.0.0.1:6379/2',
    'redis://127.0.0.1',
    'redis://u:p@[::1]:1',
    'postgres:///db?host=/run/pg',
  ])('%s is valid', (url) => {
    expect(parseSecretUrl(url, ['redis', 'postgres'])?.href).toBe(url);
  });

  test.each(['http://127.0.0.1', 'redis:127.0.0.1', ' redis://x', 'redis://a b:1', '', undefined, 5])(
    '%j is invalid',
    (url) => {
      expect(parseSecretUrl(url, ['redis'])).toBeUndefined();
    },
  );

  test('URLs without a password are shown', () => {
    for (const text of [
      'https://example.com/@me',
      'https://example.com/a?b=c@d',
      'http://127.0.0.1:8080/a',
      'file:///a:b',
    ])
      expect(maskText(text)).toBe(text);
  });

  test('masking takes linear time', { tags: ['full'] }, () => {
    const timeOf = (count: number): number => {
      const text = 'a://u:'.repeat(count);
      const started = process.cpuUsage();
      maskText(text);
      return process.cpuUsage(started).user;
    };
    const best = (count: number): number => Math.min(...Array.from({ length: 9 }, () => timeOf(count)));
    // Quadratic time would be 16 times as much.
    expect(best(80_000) / best(20_000)).toBeLessThan(9);
  });

  test('the error of new URL() is printed without the URL', () => {
    const errorOf = (url: string): Error => {
      try {
        return new Error(new URL(url).href);
      } catch (error) {
        return error as Error;
      }
    };
    const outer = new Error('outer', { cause: errorOf('redis://:pAsS/w0rd@x') });
    hideInput(outer);
    const proxy = Proxy.revocable({}, {});
    proxy.revoke();

    expect(inspect(outer)).not.toMatch(/pAsS/);
    expect(JSON.stringify(outer.cause)).not.toMatch(/pAsS/);
    for (const value of [undefined, null, 5, 'x', Object.freeze(errorOf('x'))])
      expect(() => hideInput(value)).not.toThrow();
  });
});
