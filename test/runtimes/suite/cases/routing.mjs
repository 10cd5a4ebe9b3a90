import { responds, fails, is } from '../check.mjs';

/** Features of every router. */
export const routing = {
  'get handles GET': ({ routed, sendTo, TextResponse }) => {
    const app = routed((app) => app.get('/ping', () => new TextResponse('pong')));
    return responds(sendTo(app, '/ping'), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'pong',
    });
  },

  'one path has a route for each method': async ({ routed, sendTo, text }) => {
    const app = routed((app) => {
      for (const method of ['get', 'post', 'put', 'patch', 'delete']) app[method]('/post', text(method));
    });
    for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
      await responds(sendTo(app, '/post', { method: method.toUpperCase() }), { body: method });
    }
  },

  'a route with a list of methods handles each of them': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.route('/form', text('form'), ['get', 'POST']));
    await responds(sendTo(app, '/form'), { body: 'form' });
    await responds(sendTo(app, '/form', { method: 'POST' }), { body: 'form' });
    await responds(sendTo(app, '/form', { method: 'PUT' }), { status: 405 });
  },

  'a route without methods handles any method': ({ routed, sendTo, text }) =>
    responds(
      sendTo(
        routed((app) => app.any('/all', text('all'))),
        '/all',
        { method: 'DELETE' },
      ),
      { body: 'all' },
    ),

  'a parameter is decoded': ({ routed, sendTo, params }) =>
    responds(
      sendTo(
        routed((app) => app.get('/post/{slug}', params)),
        '/post/caf%C3%A9%20x',
      ),
      {
        body: '{"slug":"café x"}',
      },
    ),

  'an escaped slash does not split a segment': ({ routed, sendTo, params }) =>
    responds(
      sendTo(
        routed((app) => app.get('/post/{slug}', params)),
        '/post/a%2Fb',
      ),
      { body: '{"slug":"a/b"}' },
    ),

  'a placeholder matches one segment and at least one character': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.get('/post/{id}', text('post')));
    await responds(sendTo(app, '/post/'), { status: 404 });
    await responds(sendTo(app, '/post/1/edit'), { status: 404 });
  },

  'a constraint is matched against the whole value': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/archive/{year:\\d{4}}', params));
    await responds(sendTo(app, '/archive/2026'), { body: '{"year":"2026"}' });
    await responds(sendTo(app, '/archive/20261'), { status: 404 });
  },

  'a segment combines literal text and placeholders': ({ routed, sendTo, params }) =>
    responds(
      sendTo(
        routed((app) => app.get('/{year}-{month}.html', params)),
        '/2026-11.html',
      ),
      {
        body: '{"year":"2026","month":"11"}',
      },
    ),

  'optional parts can be nested and absent': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/page[/{n}[/{lang}]]', params));
    await responds(sendTo(app, '/page'), { body: '{}' });
    await responds(sendTo(app, '/page/2/en'), { body: '{"n":"2","lang":"en"}' });
  },

  'a rest placeholder matches the remaining path, also an empty one': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/files/{rest:.*}', params));
    await responds(sendTo(app, '/files/a/b.txt'), { body: '{"rest":"a/b.txt"}' });
    await responds(sendTo(app, '/files/'), { body: '{"rest":""}' });
  },

  'the more specific route takes precedence, in any order of registration': async ({
    routed,
    sendTo,
    text,
  }) => {
    const app = routed((app) => {
      app.get('/post/{slug}', text('slug'));
      app.get('/post/{id:\\d+}', text('id'));
      app.get('/post/new', text('new'));
    });
    await responds(sendTo(app, '/post/new'), { body: 'new' });
    await responds(sendTo(app, '/post/7'), { body: 'id' });
    await responds(sendTo(app, '/post/x'), { body: 'slug' });
  },

  'paths are case-sensitive, and a trailing slash is significant': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.get('/ping', text('pong')));
    await responds(sendTo(app, '/ping/'), { status: 404 });
    await responds(sendTo(app, '/Ping'), { status: 404 });
  },

  'an escape of an unreserved character is the character': ({ routed, sendTo, text }) =>
    responds(
      sendTo(
        routed((app) => app.get('/admin', text('admin'))),
        '/%61dmin',
      ),
      { body: 'admin' },
    ),

  'another method gets 405 with the allowed methods': ({ routed, sendTo, text }) => {
    const app = routed((app) => app.route('/form', text('form'), ['GET', 'POST']));
    return responds(sendTo(app, '/form', { method: 'DELETE' }), {
      status: 405,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    });
  },

  'HEAD runs the GET route and sends no body': ({ routed, sendTo, text }) =>
    responds(
      sendTo(
        routed((app) => app.get('/ping', text('pong'))),
        '/ping',
        { method: 'HEAD' },
      ),
      {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '4' },
        body: '',
      },
    ),

  'OPTIONS returns the allowed methods': ({ routed, sendTo, text }) =>
    responds(
      sendTo(
        routed((app) => app.put('/post', text('put'))),
        '/post',
        { method: 'OPTIONS' },
      ),
      {
        headers: { allow: 'PUT, OPTIONS' },
        body: '',
      },
    ),

  'a request has the result of routing': ({ routed, sendTo, TextResponse, RouteResult }) => {
    const app = routed((app) => {
      app.get(
        '/post/{id}',
        (request) => {
          const { route, success } = request.getAttribute(RouteResult);
          return new TextResponse(`${success} ${route.name} ${request.getAttribute('id')}`);
        },
        'post',
      );
    });
    return responds(sendTo(app, '/post/7'), { body: 'true post 7' });
  },

  'names of inherited properties are ordinary names': async ({ routed, sendTo, params, text }) => {
    const app = routed((app) => {
      app.get('/{constructor}/x', params);
      app.get('/toString', text('static'));
    });
    await responds(sendTo(app, '/__proto__/x'), { body: '{"constructor":"__proto__"}' });
    await responds(sendTo(app, '/toString'), { body: 'static' });
  },

  'two routes with the same path and method are rejected': ({ routed, text }) =>
    fails(() => routed((app) => [app.get('/a', text('1')), app.route('/a', text('2'), ['POST', 'GET'])]), {
      name: 'DuplicateRouteError',
      code: 'FW_DUPLICATE_ROUTE',
    }),

  "a path that can't be parsed is rejected at registration": ({ routed, text }) =>
    fails(() => routed((app) => app.get('/a/{id', text('1'))), {
      name: 'InvalidArgumentError',
      code: 'FW_INVALID_ARGUMENT',
    }),

  'a default name contains path and methods': ({ routed, text }) => {
    const app = routed((app) => [app.route('/t', text('t'), ['GET', 'POST']), app.any('/u', text('u'))]);
    is(
      app.routes.map(({ name }) => name),
      ['/t^GET:POST', '/u'],
    );
  },

  'the URI of a route is created from its parameters': ({ router, routed, text }) => {
    const app = routed((app) => app.get('/post/{id:\\d+}[/{slug}]', text('post'), 'post'));
    is(app.routes.length, 1);
    const uri = (params, options) => router(app).generateUri('post', params, options);
    is(uri({ id: 0 }), '/post/0');
    is(uri({ id: 7, slug: 'a b/c' }), '/post/7/a%20b%2Fc');
    is(
      uri({ id: 7 }, { query: { page: 2 }, fragment: 'top', defaults: { slug: 'x' } }),
      '/post/7/x?page=2#top',
    );
  },

  "a URI that can't be created is an error that names the route": async ({ router, routed, text }) => {
    const app = routed((app) => app.get('/post/{id:\\d+}', text('post'), 'post'));
    const expected = { name: 'UriGenerationError', code: 'FW_URI_GENERATION', message: /post|nowhere/ };
    await fails(() => router(app).generateUri('post', {}), expected);
    await fails(() => router(app).generateUri('post', { id: 'x' }), expected);
    await fails(() => router(app).generateUri('nowhere', {}), expected);
  },
};
