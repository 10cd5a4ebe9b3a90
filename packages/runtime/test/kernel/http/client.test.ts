import { describe, expect, test } from 'vitest';
import { type ClientInfo, InvalidArgumentError, ServerRequest } from '../../../src/index.ts';

const received = new ServerRequest('http://inside:3000//a/b?c=1', {
  method: 'POST',
  body: 'sent',
  headers: { Host: 'inside:3000', 'X-A': '1' },
  platform: { ip: '10.0.0.1' } as object,
});

describe('withClient', () => {
  test.for<[ClientInfo, string | undefined, string]>([
    [{}, '10.0.0.1', 'http://inside:3000//a/b?c=1'],
    [{ ip: '2001:db8::7' }, '2001:db8::7', 'http://inside:3000//a/b?c=1'],
    [{ ip: 'fe80::1%eth0' }, 'fe80::1%eth0', 'http://inside:3000//a/b?c=1'],
    [{ protocol: 'https' }, '10.0.0.1', 'https://inside:3000//a/b?c=1'],
    [{ host: 'example.org' }, '10.0.0.1', 'http://example.org//a/b?c=1'],
    [{ host: '[::1]:8443', protocol: 'https' }, '10.0.0.1', 'https://[::1]:8443//a/b?c=1'],
    [{ host: 'example.org:443', protocol: 'https' }, '10.0.0.1', 'https://example.org//a/b?c=1'],
    [{ ip: undefined, host: undefined, protocol: undefined }, '10.0.0.1', 'http://inside:3000//a/b?c=1'],
  ])('sets the client %j', ([info, ip, href]) => {
    const copy = received.withClient(info);
    expect([copy.ip, copy.url.href, copy.toWeb().url]).toEqual([ip, href, href]);
    expect([received.ip, received.url.host]).toEqual(['10.0.0.1', 'inside:3000']);
  });

  test('leaves the headers, the path and the query as received, and the URL is the same object each time', () => {
    const copy = received.withClient({ host: 'example.org' });
    expect([copy.header('host'), copy.headers.get('host')]).toEqual(['inside:3000', 'inside:3000']);
    expect([copy.originalPath, copy.queryString]).toEqual(['//a/b', 'c=1']);
    expect(copy.url).toBe(copy.withAttribute('a', 1).url);
  });

  test('is kept by later copies, and a second call overrides its own values', () => {
    const copy = received
      .withClient({ ip: '203.0.113.7', host: 'example.org' })
      .withHeader('X-A', '2')
      .withMethod('PUT')
      .withPath('/elsewhere')
      .withClient({ protocol: 'https' });
    expect([copy.ip, copy.url.href]).toEqual(['203.0.113.7', 'https://example.org//a/b?c=1']);
    expect(copy.header('x-a')).toBe('2');
  });

  test('is seen by a Web Request with method, headers, body and signal', async () => {
    const controller = new AbortController();
    const init = { method: 'POST', body: 'sent', headers: { 'X-A': '1' }, signal: controller.signal };
    const web = new ServerRequest('/a', init).withClient({ host: 'example.org' }).toWeb();
    expect([web.method, web.url, web.headers.get('x-a')]).toEqual(['POST', 'http://example.org/a', '1']);
    expect(await web.text()).toBe('sent');
    controller.abort();
    expect(web.signal.aborted).toBe(true);
  });

  test.for<object>([
    { ip: 'unknown' },
    { ip: '' },
    { ip: '256.1.1.1' },
    { ip: '1.2.3' },
    { ip: '1.2.3.4:80' },
    { ip: '[::1]' },
    { ip: '::1]/' },
    { ip: 7 },
    { ip: ['::1'] },
    { ip: ['203.0.113.7'] },
    { protocol: ['http'] },
    { protocol: 'ftp' },
    { protocol: 'HTTPS' },
    { protocol: '' },
    { host: '' },
    { host: 'a b' },
    { host: 'user@example.org' },
    { host: 'example.org/path' },
    { host: 'example.org?' },
    { host: 'example.org#' },
    { host: 'example.org\\' },
    { host: 'example.org\r\nX: 1' },
    { host: 'example.org:99999' },
    { host: 'example.org:' },
    { host: 'a,b' },
    { host: '[::1' },
    { host: '256.1.1.1' },
    { host: ['example.org'] },
  ])('rejects %j', (info) => {
    const [name = ''] = Object.keys(info);
    const message = new RegExp(`^The argument ${name} must be .+, not `);
    expect(() => received.withClient(info)).toThrow(message);
    expect(() => received.withClient(info)).toThrow(InvalidArgumentError);
  });
});
