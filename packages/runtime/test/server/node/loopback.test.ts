import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../src/server/node/local-client.ts';

describe('whether an address is of this machine (E1)', () => {
  test.for<readonly [string, boolean]>([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.7', false],
    ['192.168.1.1', false],
    ['128.0.0.1', false],
    ['::ffff:10.0.0.7', false],
    ['2001:db8::127.0.0.1', false],
    ['::', false],
    ['127.example.org', false],
    ['', false],
  ])('%s: %s', ([address, expected]) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
