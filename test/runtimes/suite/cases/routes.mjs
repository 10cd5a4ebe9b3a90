import { responds, is } from '../check.mjs';

/** Features of the default router only, and features independent of the router. */
export const routes = {
  'constraints match values, with flags': async ({ routed, sendTo, text }) => {
    const app = routed((app) =>
      app.get('/tag/{name}', text('tag')).setOptions({ tokens: { name: /[a-z]+/i } }),
    );
    await responds(sendTo(app, '/tag/Abc'), { body: 'tag' });
    await responds(sendTo(app, '/tag/7'), { status: 404 });
  },

  'defaults are used for absent placeholders': ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/page[/{n}]', params).setOptions({ defaults: { n: '1' } }));
    return responds(sendTo(app, '/page'), { body: '{"n":"1"}' });
  },

  'any method token can be routed': ({ routed, sendTo, TextResponse }) => {
    const app = routed((app) => app.any('/cache', ({ method }) => new TextResponse(method)));
    return responds(sendTo(app, '/cache', { method: 'PURGE' }), { body: 'PURGE' });
  },

  'a constraint that could take exponential time takes linear time, or is rejected': async ({
    routed,
    sendTo,
    text,
  }) => {
    let app;
    try {
      app = routed((made) => made.get('/x/{id:(?:a+)+}', text('x')));
    } catch (error) {
      is([error.name, error.code], ['InvalidArgumentError', 'FW_INVALID_ARGUMENT']);
      return;
    }
    await responds(sendTo(app, `/x/${'a'.repeat(60)}b`), { status: 404 });
  },

  'a group has its own prefix and middleware': async ({ routed, sendTo, text, around }) => {
    const app = routed((app) => {
      app.group('/admin', (admin) => admin.get('/users', text('users'), 'users'), {
        middleware: [around((response) => response.withHeader('X-Group', 'admin'))],
        name: 'admin.',
      });
    });
    await responds(sendTo(app, '/admin/users'), { headers: { 'x-group': 'admin' }, body: 'users' });
    is(
      app.routes.map(({ name }) => name),
      ['admin.users'],
    );
  },

  'UrlHelper defaults to the route of the request': ({
    routed,
    sendTo,
    TextResponse,
    TreeRouter,
    UrlHelper,
  }) => {
    const router = new TreeRouter();
    const register = (app) =>
      app.get('/{lang}/post/{id}', (request) => {
        return new TextResponse(new UrlHelper(router, request).generate(undefined, { id: 8 }));
      });
    return responds(sendTo(routed(register, { router }), '/en/post/7'), { body: '/en/post/8' });
  },
};
