import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createApplication } from './application.ts';

const folder = join(import.meta.dirname, 'handlers');
let app: ReturnType<typeof createApplication>;

beforeEach(() => {
  app = createApplication();
});

async function ask(method: string, path: string, body?: object, token = ''): Promise<[number, unknown]> {
  const response = await app.request(path, {
    method,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text];
}

async function signIn(name: string): Promise<string> {
  await ask('POST', '/users', { name, password: 'secret' });
  const [, answer] = await ask('POST', '/sessions', { name, password: 'secret' });
  return (answer as { token: string }).token;
}

test('who has signed up and in is known, and nobody else', async () => {
  const ada = await signIn('ada');

  expect(await ask('GET', '/me', undefined, ada)).toEqual([200, { name: 'ada' }]);
  expect(await ask('GET', '/me')).toEqual([401, { errors: ['Sign in first.'] }]);
  expect(await ask('POST', '/users', { name: 'ada', password: 'x' })).toEqual([
    409,
    { errors: ['ada is taken.'] },
  ]);
  expect(await ask('POST', '/sessions', { name: 'ada', password: 'x' })).toEqual([
    403,
    { errors: ['Name or password is wrong.'] },
  ]);
});

test('a post is read by everybody, and deleted by its author', async () => {
  const [ada, bob] = [await signIn('ada'), await signIn('bob')];
  const post = { id: '1', title: 'Notes', author: 'ada' };

  expect(await ask('POST', '/posts', { title: 'Notes' })).toEqual([401, { errors: ['Sign in first.'] }]);
  expect(await ask('POST', '/posts', { title: 'Notes' }, ada)).toEqual([201, post]);
  expect(await ask('GET', '/posts/1')).toEqual([200, post]);
  expect(await ask('GET', '/posts')).toEqual([200, [post]]);
  expect(await ask('GET', '/posts/count')).toEqual([200, '1 posts']);
  expect((await ask('DELETE', '/posts/1', undefined, bob))[0]).toBe(403);
  expect(await ask('DELETE', '/posts/1', undefined, ada)).toEqual([204, '']);
  expect(await ask('GET', '/posts/1')).toEqual([404, { errors: ['There is no such post.'] }]);
});

test('every error is told in the one form, those of routing too', async () => {
  expect(await ask('GET', '/nowhere')).toEqual([404, { errors: ['Nothing answers GET /nowhere.'] }]);
  expect((await ask('PUT', '/posts'))[1]).toEqual({
    errors: [expect.stringContaining('not PUT')],
  });
  expect((await ask('GET', '/%zz'))[0]).toBe(400);
});

test('its eight handlers take ten lines at most on average, imports included, and no factory', async () => {
  const files = await readdir(folder);
  const lines = await Promise.all(
    files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n').length),
  );
  const application = await readFile(join(folder, '../application.ts'), 'utf8');

  expect(files).toHaveLength(8);
  expect(lines.reduce((sum, count) => sum + count) / files.length).toBeLessThanOrEqual(10);
  expect(application).not.toMatch(/factories|setFactory/);
});
