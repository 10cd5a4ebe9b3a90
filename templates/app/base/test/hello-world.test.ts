import { expect, test } from 'vitest';
import { createTestApp } from './app.ts';

const app = createTestApp();

test('GET / greets with plain text', async () => {
  const response = await app.request('/');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('Hello, world!\n');
});

test('/ is for GET only', async () => {
  const response = await app.request('/', { method: 'POST' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});
