import { expect, test, vi } from 'vitest';
import { defineMiddleware, HttpError, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const around = defineMiddleware(async function around(request, next) {
  const response = await next(request.withAttribute('seen', 'yes'));
  return response.withHeader('X-Around', `${response.status}`);
});

inBothVariants((kit) => {
  test('a middleware for both variants changes the request on its way in and the response on its way out', async () => {
    const app = kit.app();
    app.pipe(kit.shared(around));
    app.pipe(kit.handler((request) => new TextResponse(`seen: ${String(request.getAttribute('seen'))}`)));
    const response = await app.request('/');

    expect(await response.text()).toBe('seen: yes');
    expect(response.headers.get('x-around')).toBe('200');
  });

  test('it responds itself, also with a Web Response, synchronously or later', async () => {
    const app = kit.app();
    const later = defineMiddleware(async () => Promise.resolve(new Response('later')));
    const atOnce = defineMiddleware(() => new TextResponse('at once'));
    app.pipe('/later', kit.shared(later));
    app.pipe('/', kit.shared(atOnce));

    expect(await (await app.request('/later')).text()).toBe('later');
    expect(await (await app.request('/')).text()).toBe('at once');
  });

  test('its errors are handled like those of any other middleware', async () => {
    const app = kit.app();
    const refusing = defineMiddleware(() => {
      throw new HttpError(418, 'short and stout');
    });
    app.pipe(kit.shared(refusing));
    const response = await app.request('/');

    expect([response.status, await response.text()]).toEqual([
      418,
      expect.stringContaining('short and stout'),
    ]);
  });

  test('it works in the array of a route', async () => {
    const app = kit.routed();
    const shout = kit.handler(({ params }) => new TextResponse(String(params['name']).toUpperCase()));
    app.get('/{name}', kit.list(kit.shared(around), shout));
    const response = await app.request('/ada');

    expect([await response.text(), response.headers.get('x-around')]).toEqual(['ADA', '200']);
  });

  test('warnings of debug name it by the name of its function', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const app = kit.app({ debug: true });
    const layer = defineMiddleware(async function doubling(request, next) {
      await next(request);
      return next(request);
    });
    app.pipe(kit.shared(layer));
    app.pipe(kit.answer('end'));
    await app.request('/');

    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('doubling'));
    warn.mockRestore();
  });
});
