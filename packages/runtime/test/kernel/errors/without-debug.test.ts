import { expect, test, vi } from 'vitest';
import type { Kit } from '../../cases/case.ts';
import { inBothVariants, kitOfA, kitOfB } from '../../cases/kit.ts';

const page = vi.hoisted(() => ({ loaded: 0 }));

vi.mock('../../../src/kernel/error-responses/debug-response.ts', () => {
  page.loaded++;
  return {
    renderWithStack(): never {
      throw new Error('the page is broken');
    },
  };
});

test('internals are loaded with debug only (E1)', async () => {
  await responses(false);
  expect(page.loaded).toBe(0);
  await responses(true);
  expect(page.loaded).toBe(1);
});

async function responses(debug: boolean): Promise<void> {
  await respond(kitOfA(), debug);
  await respond(kitOfB(), debug);
}

async function respond<M>(kit: Kit<M>, debug: boolean): Promise<void> {
  const app = kit.app({ debug, log: () => {} });
  app.pipe(kit.throws(new Error('inside')));
  await app.request('/');
}

inBothVariants((kit) => {
  test.each(['text/html', 'application/json', '*/*'])(
    'without debug neither middleware, services nor routes are named as %s (E1)',
    async (accept) => {
      const broken = (): never => {
        throw new Error('tangerine', { cause: new Error('tangerine') });
      };
      const app = kit.routed({ services: { tangerine: broken } });
      app.get('/post/{tangerine}', kit.service('tangerine'), 'tangerine');
      const response = await app.request('/post/7', { headers: { accept, authorization: 'tangerine' } });
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/tangerine|\.ts\b|position/i);
      expect(JSON.stringify([...response.headers])).not.toContain('tangerine');
    },
  );

  test.each([
    ['text/html', /<h1>500 Internal Server Error<\/h1>/],
    ['application/json', /"detail":"Internal Server Error"/],
    ['*/*', /^500 Internal Server Error\n$/],
  ])('with debug an error page that fails falls back to the plain response as %s', async (accept, body) => {
    const log = vi.fn();
    const app = kit.app({ debug: true, log });
    app.pipe(kit.throws(new Error('inside')));
    const response = await app.request('/', { headers: { accept } });
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(body);
    expect(log).toHaveBeenCalledOnce();
  });
});
