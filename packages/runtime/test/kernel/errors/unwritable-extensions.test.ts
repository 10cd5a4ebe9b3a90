import { expect, test } from 'vitest';
import { Application } from '../../../src/b/index.ts';
import { FwError, HttpError } from '../../../src/index.ts';

async function answered(extensions: Record<string, unknown>, accept = '*/*') {
  const logged: unknown[] = [];
  const app = new Application({ log: (error) => logged.push(error) });
  const error = new HttpError(409, 'The name is taken.', { extensions });
  app.pipe(() => {
    throw error;
  });
  const response = await app.request('/', { headers: { accept } });
  return { status: response.status, text: await response.text(), logged, error };
}

function nested(levels: number): unknown[] {
  return Array.from({ length: levels - 1 }).reduce<unknown[]>((inner) => [inner], []);
}

test('extensions that JSON cannot write are logged once, with their names and the error (E2)', async () => {
  const { status, text, logged, error } = await answered({ id: 1n, kept: true, code: () => {} });
  expect(status).toBe(409);
  expect(JSON.parse(text)).toEqual({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'The name is taken.',
    instance: '/',
    kept: true,
  });
  expect(logged).toEqual([expect.any(FwError)]);
  expect(logged[0]).toMatchObject({ code: 'FW_UNWRITABLE_EXTENSIONS', cause: error });
  expect((logged[0] as Error).message).toContain('["id","code"]');
});

test('extensions that are nested more than 256 levels deep are left out and logged (E2)', async () => {
  const { text, logged } = await answered({ lists: nested(256), deep: nested(257), deeper: nested(20_000) });
  expect(JSON.parse(text)).toMatchObject({ lists: nested(256) });
  expect(Object.keys(JSON.parse(text))).not.toContain('deep');
  expect(logged.map((error) => (error as Error).message)).toEqual([
    expect.stringContaining('["deep","deeper"]'),
  ]);
});

test('undefined extensions are left out, and nothing is logged (E2)', async () => {
  const { text, logged } = await answered({ kept: 1, absent: undefined });
  expect(JSON.parse(text)).toMatchObject({ kept: 1 });
  expect(logged).toEqual([]);
});

test.each(['text/html', 'text/plain'])(
  'errors that cannot be read change nothing for %s (E2)',
  async (accept) => {
    for (const errors of [1n, { map: () => 1 }, [null, 1, { detail: 2 }], [{ detail: 'known' }]]) {
      const { status, text } = await answered({ errors }, accept);
      expect([status, text.includes('The name is taken.')]).toEqual([409, true]);
    }
  },
);
