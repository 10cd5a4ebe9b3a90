import { expect, test } from 'vitest';
import { isSameOrigin, ServerRequest } from '../../../src/index.ts';
import { ORIGINS } from '../../support/origins.ts';

test.for(ORIGINS)('for %s, the origin %j is the same: %s', ([url, origin, isSame]) => {
  expect(isSameOrigin(new ServerRequest(url), origin)).toBe(isSame);
});

test('an origin is not parsed if no host is so long', () => {
  const request = new ServerRequest('http://example.com');
  expect(isSameOrigin(request, `http://a.${'\u05b0\u0340'.repeat(500_000)}`)).toBe(false);
});

test('the protocol from a trusted proxy is used', () => {
  const request = new ServerRequest('http://example.com').withClient({ protocol: 'https' });
  expect(isSameOrigin(request, 'https://example.com')).toBe(true);
  expect(isSameOrigin(request, 'http://example.com')).toBe(false);
});
