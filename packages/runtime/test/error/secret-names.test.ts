import { describe, expect, test } from 'vitest';
import { isSecretName, maskText } from '../../src/error/secret-names.ts';

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
    '',
  ])('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('in a text is masked', () => {
  test.each([
    ['a signed token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 here', 'got *** here'],
    ['a bearer token', 'Authorization: Bearer abc.def~1', 'Authorization: Bearer ***'],
    ['a basic one', 'basic dXNlcjpwYXNz=', 'basic ***'],
    ['who logs in by a URL', 'at postgres://ada:p@ss:w@db:5432/x?y', 'at postgres://***@db:5432/x?y'],
    ['the value of a secret', 'q=1&token=abc;password="a b" x', 'q=1&token=***;password=*** x'],
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
    const text = 'Basic understanding of https://example.org/@ada?author=ada, at foo (file:///a/b.ts:1:2)';
    expect(maskText(text)).toBe(text);
  });
});
