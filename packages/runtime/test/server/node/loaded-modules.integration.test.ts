import { get } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startChild } from '../../support/child-process.ts';

interface Told {
  readonly loaded: readonly string[];
}

test('a server has loaded neither fetch nor HTTP/2 or TLS after a response, and loads them on first use', async () => {
  const child = startChild('what-a-start-loads.mjs');
  await once(get(String(await child.told())), 'response');
  child.tell('what is loaded?');
  const { loaded } = (await child.told()) as Told;
  const spared = new Set(['internal/deps/undici/undici', 'http2', 'tls', 'https', 'zlib', 'crypto']);
  expect(loaded).toContain('http');
  expect(loaded.filter((module) => spared.has(module))).toEqual([]);
});
