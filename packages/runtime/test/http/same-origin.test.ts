import { expect, test } from 'vitest';
import { isSameOrigin, ServerRequest } from '../../src/index.ts';
import { ORIGINS } from '../support/origins.ts';

test.for(ORIGINS)('for %s, the origin %j is the same: %s', ([url, origin, isSame]) => {
  expect(isSameOrigin(new ServerRequest(url), origin)).toBe(isSame);
});

test('the protocol from a trusted proxy counts', () => {
  const request = new ServerRequest('http://example.com').withClient({ protocol: 'https' });
  expect(isSameOrigin(request, 'https://example.com')).toBe(true);
  expect(isSameOrigin(request, 'http://example.com')).toBe(false);
});
