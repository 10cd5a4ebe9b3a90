import { type ConfigError, JsonResponse } from 'fw-runtime';
import { trustedProxy, type TrustedProxyOptions, trustedProxyProvider } from 'fw-middleware/trusted-proxy';
import { describe, expect, test } from 'vitest';
import { type App, inBothVariants, serve } from './both-variants.ts';

type Headers = [string, string][] | Record<string, string>;

const PROXY = '10.0.0.1';
const CLIENT = '203.0.113.7';

inBothVariants((kit) => {
  async function appWith(options: TrustedProxyOptions): Promise<App> {
    const app = kit.app([await trustedProxy(options)]);
    app.get('/', ({ ip, url }) => new JsonResponse([ip ?? null, url.origin]));
    return app;
  }

  /** The client address and the own origin that the application sees. */
  async function seen(
    options: TrustedProxyOptions,
    peer: string | undefined,
    headers: Headers,
  ): Promise<unknown> {
    const init = { headers, platform: { ...(peer !== undefined && { ip: peer }) } };
    return (await (await appWith(options)).request('http://site.test/', init)).json();
  }

  const xff = (value: string): Record<string, string> => ({ 'X-Forwarded-For': value });
  const some: TrustedProxyOptions = { proxies: ['10.0.0.0/8', 'fd00::/8'] };

  describe('the client by X-Forwarded-For', () => {
    test.each([
      ['the address that a trusted proxy sends', PROXY, CLIENT, CLIENT],
      ['the first from the right that is not trusted', PROXY, `${CLIENT}, 10.0.0.3, 10.0.0.2`, CLIENT],
      ['not the address that an untrusted proxy sends', PROXY, `1.2.3.4, ${CLIENT}, 10.0.0.2`, CLIENT],
      ['the outermost when all are trusted', PROXY, '10.0.0.3, 10.0.0.2', '10.0.0.3'],
      ['the peer when it is not trusted', '198.51.100.1', CLIENT, '198.51.100.1'],
      ['the peer if it sends no header', PROXY, undefined, PROXY],
      ['an IPv4 address with a port', PROXY, `${CLIENT}:4711`, CLIENT],
      ['an IPv6 address', PROXY, '2001:DB8:0:0::7', '2001:db8::7'],
      ['an IPv6 address in brackets', PROXY, '[2001:db8::7]', '2001:db8::7'],
      ['an IPv6 address with a port', PROXY, '[2001:db8::7]:4711', '2001:db8::7'],
      ['an IPv4 address that is written as IPv6', PROXY, `::ffff:${CLIENT}`, CLIENT],
      ['that of a proxy that is written as IPv6', `::ffff:${PROXY}`, `${CLIENT}, ::ffff:10.0.0.2`, CLIENT],
      ['that of a proxy with IPv6', 'fd00::1', CLIENT, CLIENT],
      ['the peer when its address only holds a trusted one', '::10.0.0.1', CLIENT, '::10.0.0.1'],
      ['one that only holds a trusted one', PROXY, `${CLIENT}, ::10.0.0.2`, PROXY],
      ['an octal one within IPv6', PROXY, `${CLIENT}, ::ffff:010.0.0.2`, PROXY],
      ['unknown: the last that is known', PROXY, 'unknown', PROXY],
      ['unknown further out', PROXY, `${CLIENT}, unknown, 10.0.0.2`, '10.0.0.2'],
      ['an obfuscated one', PROXY, '_hidden', PROXY],
      ['an empty one', PROXY, `${CLIENT}, , 10.0.0.2`, '10.0.0.2'],
      ['of several lines, the last', PROXY, ['1.2.3.4', CLIENT], CLIENT],
      // Spellings that other parsers read as different or trusted addresses.
      ['an octal one', PROXY, '010.0.0.2', PROXY],
      ['a hexadecimal one', PROXY, '0x0a.0.0.2', PROXY],
      ['a short one', PROXY, '10.2', PROXY],
      ['a number', PROXY, '167772162', PROXY],
      ['too large a part', PROXY, '256.0.0.1', PROXY],
      ['one with a zone', PROXY, 'fe80::1%eth0', PROXY],
      ['one with text behind it', PROXY, `${CLIENT} evil`, PROXY],
      ['a name', PROXY, 'localhost', PROXY],
      ['a script', PROXY, '<script>alert(1)</script>', PROXY],
      ['a port alone', PROXY, ':80', PROXY],
      ['brackets around IPv4', PROXY, `[${CLIENT}]`, PROXY],
      ['a long row of digits', PROXY, '1'.repeat(5000), PROXY],
    ])('%s', async (_, peer, value, expected) => {
      const lines = [value ?? []].flat().map((line) => ['X-Forwarded-For', line] as [string, string]);

      expect(await seen(some, peer, lines)).toEqual([expected, 'http://site.test']);
    });
  });

  test.each([
    [{ 'X-Forwarded-Proto': 'https' }, 'https://site.test'],
    [{ 'X-Forwarded-Proto': 'HTTPS' }, 'https://site.test'],
    [{ 'X-Forwarded-Proto': 'javascript' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'example.org' }, 'http://example.org'],
    [{ 'X-Forwarded-Host': 'example.org:8443', 'X-Forwarded-Proto': 'https' }, 'https://example.org:8443'],
    [{ 'X-Forwarded-Host': '[::1]:8080' }, 'http://[::1]:8080'],
    // The value sent by the client comes first, and the value added by the nearest proxy comes last.
    [{ 'X-Forwarded-Proto': 'https, http' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'evil.test, example.org' }, 'http://example.org'],
    [{ 'X-Forwarded-Host': 'user@evil.test' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'evil.test/path' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'evil.test:99999' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'a b' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': '', 'X-Forwarded-Proto': '' }, 'http://site.test'],
    [{ 'X-Forwarded-Host': 'a b', 'X-Forwarded-Proto': 'https' }, 'https://site.test'],
    [{ Forwarded: 'for=1.2.3.4;proto=https;host=evil.test' }, 'http://site.test'],
    [
      { 'X-Real-IP': '1.2.3.4', 'X-Forwarded-Server': 'evil.test', 'X-Forwarded-Port': '1' },
      'http://site.test',
    ],
  ])('the origin by %j is %s, and an untrusted client cannot set it', async (headers, origin) => {
    const withHost = { ...some, host: true };
    expect(await seen(withHost, PROXY, headers as Headers)).toEqual([PROXY, origin]);
    expect(await seen(withHost, CLIENT, headers as Headers)).toEqual([CLIENT, 'http://site.test']);
    expect(await seen(withHost, undefined, headers as Headers)).toEqual([null, 'http://site.test']);
  });

  test('a client behind a load balancer that sets no X-Forwarded-Host does not choose the host', async () => {
    const headers = { ...xff(CLIENT), 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.test' };

    expect(await seen(some, PROXY, headers)).toEqual([CLIENT, 'https://site.test']);
  });

  test.each([
    ['digits', '1'],
    ['brackets and colons', '['],
    ['letters of IPv6', 'a'],
    ['colons', ':'],
    ['dots', '.'],
  ])('a header with many %s is parsed in linear time', async (_, character) => {
    const text = character === '[' ? `[${':'.repeat(200_000)}` : character.repeat(200_000);
    const start = performance.now();

    expect(await seen(some, PROXY, xff(text))).toEqual([PROXY, 'http://site.test']);
    // Quadratic time would take minutes, linear time takes milliseconds.
    expect(performance.now() - start).toBeLessThan(5000);
  });

  describe('by Forwarded', () => {
    const rfc: TrustedProxyOptions = { ...some, headers: 'forwarded' };

    test.each([
      [`for=${CLIENT};proto=https;host=example.org`, CLIENT, 'https://example.org'],
      [`For=${CLIENT} ; Proto=HTTPS`, CLIENT, 'https://site.test'],
      ['for="[2001:db8::7]:4711"', '2001:db8::7', 'http://site.test'],
      [`for="${CLIENT}:4711";by=10.0.0.1`, CLIENT, 'http://site.test'],
      [`for=${CLIENT};proto=https, for=10.0.0.2;proto=http`, CLIENT, 'https://site.test'],
      [`for=1.2.3.4;proto=https;host=evil.test, for=${CLIENT}`, CLIENT, 'http://site.test'],
      ['for=unknown;proto=https', PROXY, 'https://site.test'],
      ['for=_hidden', PROXY, 'http://site.test'],
      ['proto=https', PROXY, 'https://site.test'],
      ['', PROXY, 'http://site.test'],
      // A quote that the client opens must not swallow the value added by the proxy.
      [`for="1.2.3.4, for=${CLIENT}`, PROXY, 'http://site.test'],
      [`for="1.2.3.4, for="${CLIENT}"`, PROXY, 'http://site.test'],
      [`for=1.2.3.4;host="evil.test, for=${CLIENT}`, PROXY, 'http://site.test'],
      [`for=${CLIENT};for=1.2.3.4`, PROXY, 'http://site.test'],
      [`for=${CLIENT}, `, PROXY, 'http://site.test'],
      [`for=${CLIENT};`, PROXY, 'http://site.test'],
      [`for = ${CLIENT}`, PROXY, 'http://site.test'],
      ['nonsense', PROXY, 'http://site.test'],
      ['for="'.repeat(2000), PROXY, 'http://site.test'],
    ])('%j is %s at %s', async (value, ip, origin) => {
      expect(await seen(rfc, PROXY, { Forwarded: value })).toEqual([ip, origin]);
    });

    test('X-Forwarded-For is ignored', async () => {
      expect(await seen(rfc, PROXY, { ...xff(CLIENT), 'X-Forwarded-Proto': 'https' })).toEqual([
        PROXY,
        'http://site.test',
      ]);
    });
  });

  test.each([
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.0/31', '10.0.0.2', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['loopback', '127.8.8.8', true],
    ['loopback', '::1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '10.0.0.1', false],
    ['linklocal', '169.254.1.1', true],
    ['linklocal', 'fe80::1%eth0', true],
    ['uniquelocal', '172.31.255.255', true],
    ['uniquelocal', '172.32.0.0', false],
    ['uniquelocal', '192.168.1.1', true],
    ['uniquelocal', 'fd12::1', true],
  ])('%s trusts %s: %s', async (proxies, peer, isTrusted) => {
    const [ip] = (await seen({ proxies }, peer, xff('1.2.3.4'))) as [string];

    expect(ip === '1.2.3.4').toBe(isTrusted);
  });

  test('is configured by the key "trusted_proxy", and works for a connection', async () => {
    const routes = [
      {
        path: '/',
        middleware: ({ ip, url }: { ip?: string; url: URL }) => new JsonResponse([ip, url.origin]),
      },
    ];
    const url = await serve(
      kit.configured([trustedProxyProvider], { trusted_proxy: { proxies: 'loopback', host: true }, routes }),
    );
    const headers = { ...xff(CLIENT), 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'example.org' };

    expect(await (await fetch(url, { headers })).json()).toEqual([CLIENT, 'https://example.org']);
  });
});

const malformed: [string, object, string][] = [
  ['no proxy', {}, 'trusted_proxy.proxies'],
  ['an empty array', { proxies: [] }, 'trusted_proxy.proxies: expected at least one proxy'],
  ['both kinds of headers', { proxies: 'loopback', headers: 'both' }, 'trusted_proxy.headers'],
];
for (const proxy of [
  'proxy.test',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '010.0.0.0/8',
  '::/129',
  '::ffff:10.0.0.0/33',
  'constructor',
  '',
]) {
  malformed.push([
    `the proxy "${proxy}"`,
    { proxies: [proxy] },
    'trusted_proxy.proxies[0]: expected an address such as',
  ]);
}

test.each(malformed)('%s is rejected when the middleware is created', async (_, options, message) => {
  await expect(trustedProxy(options as TrustedProxyOptions)).rejects.toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
