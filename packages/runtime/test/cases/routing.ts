import { HttpResponse, RouteResult, TextResponse } from '../../src/index.ts';
import type { SharedCase } from './case.ts';

export const routing: readonly SharedCase[] = [
  {
    rule: 'R1',
    name: 'options set on the route after its registration count',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: /\d+/ } });
      return app;
    },
    request: { path: '/post/latest' },
    expect: { status: 404 },
  },
  {
    rule: 'R2',
    name: 'get answers GET',
    build(kit) {
      const app = kit.routed();
      app.get('/ping', kit.answer('pong'));
      return app;
    },
    request: { path: '/ping' },
    expect: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'pong' },
  },
  {
    rule: 'R2',
    name: 'one path has a route for each method',
    build(kit) {
      const app = kit.routed();
      app.get('/post', kit.answer('got'));
      app.post('/post', kit.answer('posted'));
      app.put('/post', kit.answer('put'));
      app.patch('/post', kit.answer('patched'));
      app.delete('/post', kit.answer('deleted'));
      return app;
    },
    request: { method: 'PATCH', path: '/post' },
    expect: { status: 200, body: 'patched' },
  },
  {
    rule: 'R2',
    name: 'any answers every method, also one that few know',
    routers: ['tree', 'rou3', 'path-to-regexp'],
    build(kit) {
      const app = kit.routed();
      app.any(
        '/cache',
        kit.handler((request) => new TextResponse(request.method)),
      );
      return app;
    },
    request: { method: 'PURGE', path: '/cache' },
    expect: { status: 200, body: 'PURGE' },
  },
  {
    rule: 'R2',
    name: 'route without methods answers every method',
    build(kit) {
      const app = kit.routed();
      app.route('/all', kit.answer('all'));
      return app;
    },
    request: { method: 'DELETE', path: '/all' },
    expect: { status: 200, body: 'all' },
  },
  {
    rule: 'R2',
    name: 'route with a list answers each method of the list, written in any case',
    build(kit) {
      const app = kit.routed();
      app.route('/form', kit.answer('form'), ['get', 'post']);
      return app;
    },
    request: { method: 'POST', path: '/form' },
    expect: { status: 200, body: 'form' },
  },
  {
    rule: 'R3',
    name: 'a placeholder takes one segment',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/post/{id}/edit',
        kit.handler((request) => new TextResponse(request.params['id'] ?? '')),
      );
      return app;
    },
    request: { path: '/post/42/edit' },
    expect: { status: 200, body: '42' },
  },
  {
    rule: 'R3',
    name: 'a placeholder takes at least one character',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post'));
      return app;
    },
    request: { path: '/post/' },
    expect: { status: 404 },
  },
  {
    rule: 'R3',
    name: 'a placeholder does not reach beyond its segment',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post'));
      return app;
    },
    request: { path: '/post/42/edit' },
    expect: { status: 404 },
  },
  {
    rule: 'R3',
    name: 'an inline restriction may hold quantifier braces',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/archive/{year:\\d{4}}',
        kit.handler((request) => new TextResponse(`year ${request.params['year']}`)),
      );
      return app;
    },
    request: { path: '/archive/2026' },
    expect: { status: 200, body: 'year 2026' },
  },
  {
    rule: 'R3',
    name: 'an inline restriction is matched against the whole value',
    build(kit) {
      const app = kit.routed();
      app.get('/archive/{year:\\d{4}}', kit.answer('archive'));
      return app;
    },
    request: { path: '/archive/20261' },
    expect: { status: 404 },
  },
  {
    rule: 'R3',
    name: 'an optional part may be left out',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/page[/{n}[/{lang}]]',
        kit.handler((request) => new TextResponse(JSON.stringify(request.params))),
      );
      return app;
    },
    request: { path: '/page' },
    expect: { status: 200, body: {} },
  },
  {
    rule: 'R3',
    name: 'optional parts nest',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/page[/{n}[/{lang}]]',
        kit.handler((request) => new TextResponse(JSON.stringify(request.params))),
      );
      return app;
    },
    request: { path: '/page/2/de' },
    expect: { status: 200, body: { n: '2', lang: 'de' } },
  },
  {
    rule: 'R3',
    name: 'a rest placeholder takes the remaining segments',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/files/{rest:.*}',
        kit.handler((request) => new TextResponse(request.params['rest'] ?? '')),
      );
      return app;
    },
    request: { path: '/files/a/b/c.txt' },
    expect: { status: 200, body: 'a/b/c.txt' },
  },
  {
    rule: 'R3',
    name: 'text and placeholders may share a segment',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/{name}.{format:json|xml}',
        kit.handler((request) => new TextResponse(`${request.params['name']} ${request.params['format']}`)),
      );
      return app;
    },
    request: { path: '/report.2026.json' },
    expect: { status: 200, body: 'report.2026 json' },
  },
  {
    rule: 'R3',
    name: 'a name may have hyphens, and blanks around name and restriction mean nothing',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/post/{ post-id : \\d+ }[/{ lang }]',
        kit.handler((request) => new TextResponse(JSON.stringify(request.params))),
      );
      return app;
    },
    request: { path: '/post/42/de' },
    expect: { status: 200, body: { 'post-id': '42', lang: 'de' } },
  },
  {
    rule: 'R3',
    name: 'in a mixed segment each placeholder takes the shortest text with which the rest matches',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/{name:[a-z-]+}-{version:\\d+}.{ext}',
        kit.handler((request) => new TextResponse(JSON.stringify(Object.values(request.params)))),
      );
      return app;
    },
    request: { path: '/a-b-12.tar.gz' },
    expect: { status: 200, body: ['a-b', '12', 'tar.gz'] },
  },
  {
    rule: 'R4',
    name: 'tokens restrict a value as a whole',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: '\\d+' } });
      return app;
    },
    request: { path: '/post/42x' },
    expect: { status: 404 },
  },
  {
    rule: 'R4',
    name: 'a token may have any flag of JavaScript, and "g" and "y" change nothing',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      const tokens = { city: new RegExp('[\\p{Lowercase}--[a-z]]+', 'dgisvy') };
      app.get('/{city}', kit.answer('city')).setOptions({ tokens });
      return app;
    },
    request: { path: '/%C3%9C' },
    expect: { status: 200, body: 'city' },
  },
  {
    rule: 'R4',
    name: 'the routers of other packages ignore tokens',
    routers: ['find-my-way', 'rou3', 'path-to-regexp'],
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: '\\d+' } });
      return app;
    },
    request: { path: '/post/42x' },
    expect: { status: 200, body: 'post' },
  },
  {
    rule: 'R4',
    name: 'defaults supply the values of optional placeholders that the path leaves out',
    build(kit) {
      const app = kit.routed();
      app
        .get(
          '/page[/{lang}]',
          kit.handler((request) => new TextResponse(request.params['lang'] ?? '')),
        )
        .setOptions({ defaults: { lang: 'en' } });
      return app;
    },
    request: { path: '/page' },
    expect: { status: 200, body: 'en' },
  },
  {
    rule: 'R4',
    name: 'other options are kept on the route for the user',
    build(kit) {
      const app = kit.routed();
      app
        .get(
          '/admin',
          kit.handler(
            (request) =>
              new TextResponse(String(request.getAttribute(RouteResult)?.route?.options['permission'])),
          ),
        )
        .setOptions({ permission: 'edit' });
      return app;
    },
    request: { path: '/admin' },
    expect: { status: 200, body: 'edit' },
  },
  {
    rule: 'R5',
    name: 'a trailing slash makes another path',
    build(kit) {
      const app = kit.routed();
      app.get('/ping', kit.answer('pong'));
      return app;
    },
    request: { path: '/ping/' },
    expect: { status: 404 },
  },
  {
    rule: 'R5',
    name: 'case makes another path',
    build(kit) {
      const app = kit.routed();
      app.get('/ping', kit.answer('pong'));
      return app;
    },
    request: { path: '/Ping' },
    expect: { status: 404 },
  },
  {
    rule: 'R5',
    name: 'static text wins over a placeholder that was registered before it',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id}', kit.answer('placeholder'));
      app.get('/post/new', kit.answer('static'));
      return app;
    },
    request: { path: '/post/new' },
    expect: { status: 200, body: 'static' },
  },
  {
    rule: 'R5',
    name: 'a restricted placeholder wins over a plain one that was registered before it',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{slug}', kit.answer('plain'));
      app.get('/post/{id:\\d+}', kit.answer('restricted'));
      return app;
    },
    request: { path: '/post/42' },
    expect: { status: 200, body: 'restricted' },
  },
  {
    rule: 'R5',
    name: 'a plain placeholder wins over a rest placeholder that was registered before it',
    build(kit) {
      const app = kit.routed();
      app.get('/{rest:.*}', kit.answer('rest'));
      app.get('/{page}', kit.answer('plain'));
      return app;
    },
    request: { path: '/about' },
    expect: { status: 200, body: 'plain' },
  },
  {
    rule: 'R5',
    name: 'the leftmost segment decides what is more specific',
    build(kit) {
      const app = kit.routed();
      app.get('/{lang}/imprint', kit.answer('right'));
      app.get('/de/{page}', kit.answer('left'));
      return app;
    },
    request: { path: '/de/imprint' },
    expect: { status: 200, body: 'left' },
  },
  {
    rule: 'R5',
    name: 'a specific beginning without an end does not hide a less specific path',
    build(kit) {
      const app = kit.routed();
      app.get('/de/news', kit.answer('news'));
      app.get('/{lang}/imprint', kit.answer('imprint'));
      return app;
    },
    request: { path: '/de/imprint' },
    expect: { status: 200, body: 'imprint' },
  },
  {
    rule: 'R5',
    name: 'of two equally specific paths the first registered wins',
    build(kit) {
      const app = kit.routed();
      app.get('/post/{id:\\d+}', kit.answer('first'));
      app.get('/post/{n:[0-9]+}', kit.answer('second'));
      return app;
    },
    request: { path: '/post/42' },
    expect: { status: 200, body: 'first' },
  },
  {
    rule: 'R5',
    name: 'of two equally specific segments the one with more text wins',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.get('/{name}.{format}', kit.answer('any format'));
      app.get('/{name}.tar.{format}', kit.answer('an archive'));
      return app;
    },
    request: { path: '/site.tar.gz' },
    expect: { status: 200, body: 'an archive' },
  },
  {
    rule: 'R5',
    name: 'for HEAD a more specific GET route has the method',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.route('/{id}', kit.answer('less specific'), ['HEAD']);
      app.get(
        '/{id:\\d+}',
        kit.handler(() => new TextResponse('', 200, { 'X-Ran': 'get' })),
      );
      return app;
    },
    request: { method: 'HEAD', path: '/1' },
    expect: { status: 200, headers: { 'x-ran': 'get' }, body: '' },
  },
  {
    rule: 'R11',
    name: 'two routes of one name are a 500 when the application is first used',
    transports: ['fetch'],
    build(kit) {
      const app = kit.routed();
      app.get('/a/{id}', kit.answer('a'), 'page');
      app.get('/b/{id}', kit.answer('b'), 'page');
      return app;
    },
    request: { path: '/a/1' },
    expect: { status: 500 },
  },
  {
    rule: 'R5',
    name: 'a path without the method does not hide a less specific one that has it',
    build(kit) {
      const app = kit.routed();
      app.post('/post/new', kit.answer('create'));
      app.get('/post/{id}', kit.answer('show'));
      return app;
    },
    request: { path: '/post/new' },
    expect: { status: 200, body: 'show' },
  },
  {
    rule: 'R6',
    name: 'an encoded slash does not split a segment, and is decoded in the parameter',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/file/{name}',
        kit.handler((request) => new TextResponse(request.params['name'] ?? '')),
      );
      return app;
    },
    request: { path: '/file/a%2Fb%20c' },
    expect: { status: 200, body: 'a/b c' },
  },
  {
    rule: 'R6',
    name: 'a parameter is decoded once',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/file/{name}',
        kit.handler((request) => new TextResponse(request.params['name'] ?? '')),
      );
      return app;
    },
    request: { path: '/file/%252e%252e' },
    expect: { status: 200, body: '%2e%2e' },
  },
  {
    rule: 'R6',
    name: 'a restriction sees the decoded value',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/city/{name:[a-zü]+}',
        kit.handler((request) => new TextResponse(request.params['name'] ?? '')),
      );
      return app;
    },
    request: { path: '/city/z%C3%BCrich' },
    expect: { status: 200, body: 'zürich' },
  },
  {
    rule: 'R7',
    name: 'a path that no route has is not found',
    build(kit) {
      const app = kit.routed();
      app.get('/ping', kit.answer('pong'));
      return app;
    },
    request: { path: '/pong' },
    expect: { status: 404, headers: { allow: null } },
  },
  {
    rule: 'R7',
    name: 'a path without the method is 405 and allows what is registered, then HEAD and OPTIONS',
    build(kit) {
      const app = kit.routed();
      app.put('/post/{id}', kit.answer('put'));
      app.get('/post/{id}', kit.answer('got'));
      return app;
    },
    request: { method: 'DELETE', path: '/post/1' },
    expect: { status: 405, headers: { allow: 'PUT, GET, HEAD, OPTIONS' } },
  },
  {
    rule: 'R7',
    name: 'Allow without GET has no HEAD',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.answer('posted'));
      return app;
    },
    request: { path: '/post' },
    expect: { status: 405, headers: { allow: 'POST, OPTIONS' } },
  },
  {
    rule: 'R7',
    name: 'Allow gathers every route on the path, in the order of registration',
    build(kit) {
      const app = kit.routed();
      app.put('/post/{id}', kit.answer('placeholder'));
      app.post('/post/new', kit.answer('static'));
      return app;
    },
    request: { method: 'DELETE', path: '/post/new' },
    expect: { status: 405, headers: { allow: 'PUT, POST, OPTIONS' } },
  },
  {
    rule: 'R8',
    name: 'HEAD runs the GET route and sends its headers without the body',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/page',
        kit.handler(() => new TextResponse('zwölf', 203, { 'X-Page': '1' })),
      );
      return app;
    },
    request: { method: 'HEAD', path: '/page' },
    expect: { status: 203, headers: { 'content-length': '6', 'x-page': '1' }, body: '' },
  },
  {
    rule: 'R8',
    name: 'HEAD on a path with neither HEAD nor GET is 200 and empty, and runs no handler',
    build(kit) {
      const app = kit.routed();
      app.post('/post', kit.throws(new Error('must not run')));
      return app;
    },
    request: { method: 'HEAD', path: '/post' },
    expect: { status: 200, body: '' },
  },
  {
    rule: 'R8',
    name: 'OPTIONS that no route lists is 200 and empty with Allow, and runs no handler',
    build(kit) {
      const app = kit.routed();
      app.get('/post', kit.throws(new Error('must not run')));
      return app;
    },
    request: { method: 'OPTIONS', path: '/post' },
    expect: { status: 200, headers: { allow: 'GET, HEAD, OPTIONS' }, body: '' },
  },
  {
    rule: 'R8',
    name: 'a route that lists OPTIONS is run',
    build(kit) {
      const app = kit.routed();
      app.route('/post', kit.answer('preflight'), ['OPTIONS']);
      app.get('/post', kit.answer('got'));
      return app;
    },
    request: { method: 'OPTIONS', path: '/post' },
    expect: { status: 200, headers: { allow: null }, body: 'preflight' },
  },
  {
    rule: 'R8',
    name: 'a route that lists HEAD is run instead of the GET route',
    build(kit) {
      const app = kit.routed();
      app.get('/page', kit.answer('got'));
      app.route(
        '/page',
        kit.handler(() => new HttpResponse(null, 200, { 'X-Ran': 'head' })),
        ['HEAD'],
      );
      return app;
    },
    request: { method: 'HEAD', path: '/page' },
    expect: { status: 200, headers: { 'x-ran': 'head' }, body: '' },
  },
  {
    rule: 'R8',
    name: 'a route for any method answers OPTIONS itself',
    build(kit) {
      const app = kit.routed();
      app.any('/all', kit.answer('all'));
      return app;
    },
    request: { method: 'OPTIONS', path: '/all' },
    expect: { status: 200, headers: { allow: null }, body: 'all' },
  },
  {
    rule: 'R15',
    name: 'the request carries the parameters as params and as attributes, and the route',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/post/{id}',
        kit.handler((request) => {
          const { route, success } = request.getAttribute(RouteResult) ?? {};
          return new TextResponse(
            JSON.stringify([request.params['id'], request.getAttribute('id'), success, route?.name]),
          );
        }),
        'post',
      );
      return app;
    },
    request: { path: '/post/42' },
    expect: { status: 200, body: ['42', '42', true, 'post'] },
  },
  {
    rule: 'R15',
    name: 'after a failed match the request carries the failed result',
    build(kit) {
      const app = kit.routed();
      app.get('/ping', kit.answer('pong'));
      app.pipe(
        kit.handler((request) => {
          const result = request.getAttribute(RouteResult);
          return new TextResponse(JSON.stringify([result?.success, result?.methodFailure]));
        }),
      );
      return app;
    },
    request: { path: '/nothing' },
    expect: { status: 200, body: [false, false] },
  },
  {
    rule: 'R15',
    name: 'names of parameters that every object has are as good as others',
    build(kit) {
      const app = kit.routed();
      app.get(
        '/{constructor}/{toString}',
        kit.handler(
          (request) =>
            new TextResponse(
              `${String(request.params['constructor'])} ${String(request.getAttribute('toString'))}`,
            ),
        ),
      );
      return app;
    },
    request: { path: '/a/b' },
    expect: { status: 200, body: 'a b' },
  },
  {
    rule: 'R9',
    name: 'a route without a method answers 405 to GET',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.route('/none', kit.answer('none'), []);
      return app;
    },
    request: { path: '/none' },
    expect: { status: 405, headers: { allow: 'OPTIONS' } },
  },
  {
    rule: 'R9',
    name: 'the routers of other packages ignore a route without a method',
    routers: ['find-my-way', 'rou3', 'path-to-regexp'],
    build(kit) {
      const app = kit.routed();
      app.route('/none', kit.answer('none'), []);
      return app;
    },
    request: { path: '/none' },
    expect: { status: 404 },
  },
  {
    rule: 'R9',
    name: 'a route without a method honours HEAD',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.route('/none', kit.answer('none'), []);
      return app;
    },
    request: { method: 'HEAD', path: '/none' },
    expect: { status: 200, body: '' },
  },
  {
    rule: 'R9',
    name: 'a route without a method honours OPTIONS',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.route('/none', kit.answer('none'), []);
      return app;
    },
    request: { method: 'OPTIONS', path: '/none' },
    expect: { status: 200, body: '' },
  },
  {
    rule: 'R9',
    name: 'a route without a method answers 405 to POST',
    routers: ['tree'],
    build(kit) {
      const app = kit.routed();
      app.route('/none', kit.answer('none'), []);
      return app;
    },
    request: { method: 'POST', path: '/none' },
    expect: { status: 405, headers: { allow: /OPTIONS$/ } },
  },
  {
    rule: 'R10',
    name: 'any method is one of eight with find-my-way',
    routers: ['find-my-way'],
    build(kit) {
      const app = kit.routed();
      app.any('/cache', kit.answer('any'));
      return app;
    },
    request: { method: 'PURGE', path: '/cache' },
    expect: {
      status: 405,
      headers: { allow: 'HEAD, OPTIONS, GET, POST, PATCH, PUT, TRACE, DELETE' },
    },
  },
  {
    rule: 'R10',
    name: 'any method with find-my-way includes TRACE',
    routers: ['find-my-way'],
    transports: ['socket', 'http2'],
    build(kit) {
      const app = kit.routed();
      app.any('/cache', kit.answer('any'));
      return app;
    },
    request: { method: 'TRACE', path: '/cache' },
    expect: { status: 200, body: 'any' },
  },
];
