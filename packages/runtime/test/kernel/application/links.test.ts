import { expect, test } from 'vitest';
import { JsonResponse, RedirectResponse, TextResponse, urlFor } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

inBothVariants((kit) => {
  test.each(['/evil.com', '//evil.com', '\\evil.com', '/\\evil.com', '/', '\t/evil.com'])(
    'the URL of a catch-all with the parameter %j stays on this host (security review 17, R13)',
    async (path) => {
      const app = kit.app();
      app.get(
        '/{path:.*}',
        kit.handler((request) => new JsonResponse(request.params)),
        'all',
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      const url = app.url('all', { path });
      expect(new URL(url, 'http://here.test').host).toBe('here.test');
      expect(url).not.toMatch(/^[\0- ]*[/\\][/\\]/);
      expect(await (await app.request(url)).json()).toEqual({ path });
    },
  );

  test('a page that names its own URL stays on this host, whatever was requested (security review 17, R17)', async () => {
    const app = kit.app();
    const link = kit.handler((request) => new TextResponse(urlFor(request)('all', request.params as never)));
    app.get('/{path:.*}', link, 'all');
    app.post(
      '/{path:.*}',
      kit.handler((request) => RedirectResponse.to(request, 'all', request.params as never)),
      'again',
    );
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const asking = new Request('http://here.test//evil.com/a');
    expect(await (await app.fetch(asking)).text()).toBe('/%2Fevil.com/a');
    const redirected = await app.fetch(new Request('http://here.test//evil.com/a', { method: 'POST' }));
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/%2Fevil.com/a']);
  });
});
