import { afterEach, expect, test, vi } from 'vitest';
import { announce, isOnThisMachine, urlOf } from '../../../src/server/node/run-options.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each<[string, boolean]>([
  ['0.0.0.0', true],
  ['::', true],
  ['localhost', true],
  ['::1', true],
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['10.127.0.1', false],
  ['192.168.0.7', false],
  ['fe80::1', false],
  ['localhost.example.test', false],
])('a server on %s shows its inspector to this machine: %s', (host, isShown) => {
  expect(isOnThisMachine(host)).toBe(isShown);
});

test.each<[string, boolean, string]>([
  ['0.0.0.0', false, 'http://localhost:8080'],
  ['::', true, 'https://localhost:8080'],
  ['127.0.0.1', false, 'http://127.0.0.1:8080'],
  ['::1', true, 'https://[::1]:8080'],
  ['example.test', false, 'http://example.test:8080'],
])('a server on %s (TLS: %s) has the URL %s (S1)', (host, secure, url) => {
  expect(urlOf(host, 8080, secure)).toBe(url);
});

test('the URL of the default host of fw dev has the name localhost', () => {
  vi.stubEnv('FW_DEV_HOST', '127.0.0.1');
  expect(urlOf('127.0.0.1', 8080, false)).toBe('http://localhost:8080');
  expect(urlOf('127.0.0.2', 8080, false)).toBe('http://127.0.0.2:8080');
});

test.each<[string, string[], string]>([
  ['127.0.0.1', [], 'Listening on http://localhost:8080'],
  ['127.0.0.1', ['2 workers'], 'Listening on http://localhost:8080 (2 workers)'],
  ['0.0.0.0', [], 'Listening on http://localhost:8080 (all interfaces, 0.0.0.0)'],
  ['::', ['one', 'two'], 'Listening on http://localhost:8080 (all interfaces, ::; one; two)'],
])('a server on %s with the details %j prints its URL (S1)', (host, details, line) => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  announce('http://localhost:8080', host, details);
  expect(print.mock.calls).toEqual([[line]]);
});

test('a project that fw dev starts again on the same port prints nothing', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  vi.stubEnv('FW_DEV_ANNOUNCED', '8080');
  announce('http://localhost:8080', 'localhost', []);
  expect(print).not.toHaveBeenCalled();
  announce('http://localhost:8081', 'localhost', []);
  expect(print).toHaveBeenCalledTimes(1);
});
