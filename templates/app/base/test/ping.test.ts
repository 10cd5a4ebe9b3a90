import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

const app = createTestApp();

test('GET /ping acknowledges with the time in seconds', async () => {
  const before = Math.floor(Date.now() / 1000);
  const response = await app.request('/ping');
  const { ack } = (await response.json()) as { ack: number };

  expect(response.status).toBe(200);
  expect(Number.isInteger(ack)).toBe(true);
  expect(ack).toBeGreaterThanOrEqual(before);
  expect(ack).toBeLessThanOrEqual(Date.now() / 1000);
});

test('/ping is for GET only', async () => {
  const response = await app.request('/ping', { method: 'POST' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
