import { expect, test } from 'vitest';
import { Post } from '#app/action/post';
import { createTestApp } from './app.ts';

// The entry registers the same route.
const app = createTestApp();
app.post('/post', Post);

test('POST /post responds with the size of the body in plain text', async () => {
  const response = await app.request('/post', { method: 'POST', body: 'Hello' });

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('Posted 5 bytes.\n');
});
