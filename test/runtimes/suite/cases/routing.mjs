import { answers, fails, is } from '../check.mjs';

/** Features of every router. */
export const routing = {
  'get answers GET': ({ routed, sendTo, TextResponse }) => {
    const app = routed((app) => app.get('/ping', () => new TextResponse('pong')));
    return answers(sendTo(app, '/ping'), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'pong',
    });
  },

  'one path has a route for each method': async ({ routed, sendTo, text }) => {
    const app = routed((app) => {
      for (const method of ['get', 'post', 'put', 'patch', 'delete']) app[method]('/post', text(method));
    });
    for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
      await answers(sendTo(app, '/post', { method: method.toUpperCase() }), { body: method });
    }
  },

  'a route with a list of methods answers each of them': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.route('/form', text('form'), ['get', 'POST']));
    await answers(sendTo(app, '/form'), { body: 'form' });
    await answers(sendTo(app, '/form', { method: 'POST' }), { body: 'form' });
    await answers(sendTo(app, '/form', { method: 'PUT' }), { status: 405 });
  },

  'a route without methods answers any': ({ routed, sendTo, text }) =>
    answers(
      sendTo(
        routed((app) => app.any('/all', text('all'))),
        '/all',
        { method: 'DELETE' },
      ),
      { body: 'all' },
    ),

  'a parameter is decoded': ({ routed, sendTo, params }) =>
    answers(
      sendTo(
        routed((app) => app.get('/post/{slug}', params)),
        '/post/caf%C3%A9%20x',
      ),
      {
        body: '{"slug":"café x"}',
      },
    ),

  'an escaped slash does not split a segment': ({ routed, sendTo, params }) =>
    answers(
      sendTo(
        routed((app) => app.get('/post/{slug}', params)),
        '/post/a%2Fb',
      ),
      { body: '{"slug":"a/b"}' },
    ),

  'a placeholder takes one segment and at least a character': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.get('/post/{id}', text('post')));
    await answers(sendTo(app, '/post/'), { status: 404 });
    await answers(sendTo(app, '/post/1/edit'), { status: 404 });
  },

  'a restriction sees the whole value': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/archive/{year:\\d{4}}', params));
    await answers(sendTo(app, '/archive/2026'), { body: '{"year":"2026"}' });
    await answers(sendTo(app, '/archive/20261'), { status: 404 });
  },

  'a segment mixes text and placeholders': ({ routed, sendTo, params }) =>
    answers(
      sendTo(
        routed((app) => app.get('/{year}-{month}.html', params)),
        '/2026-11.html',
      ),
      {
        body: '{"year":"2026","month":"11"}',
      },
    ),

  'optional parts nest and may be absent': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/page[/{n}[/{lang}]]', params));
    await answers(sendTo(app, '/page'), { body: '{}' });
    await answers(sendTo(app, '/page/2/en'), { body: '{"n":"2","lang":"en"}' });
  },

  'a rest placeholder takes what remains, or nothing': async ({ routed, sendTo, params }) => {
    const app = routed((app) => app.get('/files/{rest:.*}', params));
    await answers(sendTo(app, '/files/a/b.txt'), { body: '{"rest":"a/b.txt"}' });
    await answers(sendTo(app, '/files/'), { body: '{"rest":""}' });
  },

  'the more specific route wins, whatever the order': async ({ routed, sendTo, text }) => {
    const app = routed((app) => {
      app.get('/post/{slug}', text('slug'));
      app.get('/post/{id:\\d+}', text('id'));
      app.get('/post/new', text('new'));
    });
    await answers(sendTo(app, '/post/new'), { body: 'new' });
    await answers(sendTo(app, '/post/7'), { body: 'id' });
    await answers(sendTo(app, '/post/x'), { body: 'slug' });
  },

  'a trailing slash and the case count': async ({ routed, sendTo, text }) => {
    const app = routed((app) => app.get('/ping', text('pong')));
    await answers(sendTo(app, '/ping/'), { status: 404 });
    await answers(sendTo(app, '/Ping'), { status: 404 });
  },

  'an escape of an ordinary character is the character': ({ routed, sendTo, text }) =>
    answers(
      sendTo(
        routed((app) => app.get('/admin', text('admin'))),
        '/%61dmin',
      ),
      { body: 'admin' },
    ),

  'another method is refused with those that are allowed': ({ routed, sendTo, text }) => {
    const app = routed((app) => app.route('/form', text('form'), ['GET', 'POST']));
    return answers(sendTo(app, '/form', { method: 'DELETE' }), {
      status: 405,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    });
  },

  'HEAD runs the GET route and sends no body': ({ routed, sendTo, text }) =>
    answers(
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

  'OPTIONS is answered with the allowed methods': ({ routed, sendTo, text }) =>
    answers(
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

  'a request carries what routing found': ({ routed, sendTo, TextResponse, RouteResult }) => {
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
    return answers(sendTo(app, '/post/7'), { body: 'true post 7' });
  },

  'names that objects inherit are ordinary ones': async ({ routed, sendTo, params, text }) => {
    const app = routed((app) => {
      app.get('/{constructor}/x', params);
      app.get('/toString', text('static'));
    });
    await answers(sendTo(app, '/__proto__/x'), { body: '{"constructor":"__proto__"}' });
    await answers(sendTo(app, '/toString'), { body: 'static' });
  },

  'two routes of one path and method are refused': ({ routed, text }) =>
    fails(() => routed((app) => [app.get('/a', text('1')), app.route('/a', text('2'), ['POST', 'GET'])]), {
      name: 'DuplicateRouteError',
      code: 'FW_DUPLICATE_ROUTE',
    }),

  'a path that cannot be parsed is refused where it is registered': ({ routed, text }) =>
    fails(() => routed((app) => app.get('/a/{id', text('1'))), {
      name: 'InvalidArgumentError',
      code: 'FW_INVALID_ARGUMENT',
    }),

  'a default name is made of path and methods': ({ routed, text }) => {
    const app = routed((app) => [app.route('/t', text('t'), ['GET', 'POST']), app.any('/u', text('u'))]);
    is(
      app.routes.map(({ name }) => name),
      ['/t^GET:POST', '/u'],
    );
  },

  'the URI of a route is made of its parameters': ({ router, routed, text }) => {
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

  'a URI that cannot be made is an error that names the route': async ({ router, routed, text }) => {
    const app = routed((app) => app.get('/post/{id:\\d+}', text('post'), 'post'));
    const expected = { name: 'UriGenerationError', code: 'FW_URI_GENERATION', message: /post|nowhere/ };
    await fails(() => router(app).generateUri('post', {}), expected);
    await fails(() => router(app).generateUri('post', { id: 'x' }), expected);
    await fails(() => router(app).generateUri('nowhere', {}), expected);
  },
};
