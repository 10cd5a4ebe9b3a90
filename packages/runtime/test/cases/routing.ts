import { HttpResponse, JsonResponse, RouteResult, TextResponse } from '../../src/index.ts';
import { rule } from './builder.ts';
import type { SharedCase } from './case.ts';
import { respond, throws } from './recipes.ts';

export const routing: readonly SharedCase[] = [
  rule('R1', 'options set on the route after its registration apply')
    .routers('tree')
    .routed((app, kit) => app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: /\d+/ } }))
    .get('/post/latest')
    .responds(404),
  rule('R2', 'get registers a route for GET')
    .routes({ '/ping': 'pong' })
    .get('/ping')
    .respondsWith(200, { 'content-type': 'text/plain; charset=utf-8' }, 'pong'),
  rule('R2', 'one path has a route for each method')
    .routes({
      '/post': 'got',
      'POST /post': 'posted',
      'PUT /post': 'put',
      'PATCH /post': 'patched',
      'DELETE /post': 'deleted',
    })
    .sends({ method: 'PATCH', path: '/post' })
    .responds(200, 'patched'),
  rule('R2', 'any registers a route for every method, including rare ones')
    .routers('tree', 'rou3', 'path-to-regexp')
    .routes({ 'ANY /cache': respond((request) => request.method) })
    .sends({ method: 'PURGE', path: '/cache' })
    .responds(200, 'PURGE'),
  rule('R2', 'route without methods handles every method')
    .routed((app, kit) => app.route('/all', kit.answer('all')))
    .sends({ method: 'DELETE', path: '/all' })
    .responds(200, 'all'),
  rule('R2', 'route with an array handles each method of the array, in any case')
    .routed((app, kit) => app.route('/form', kit.answer('form'), ['get', 'post']))
    .post('/form')
    .responds(200, 'form'),
  rule('R3', 'a placeholder takes one segment')
    .routes({ '/post/{id}/edit': respond((request) => request.params['id']) })
    .get('/post/42/edit')
    .responds(200, '42'),
  rule('R3', 'a placeholder takes at least one character')
    .routes({ '/post/{id}': 'post' })
    .get('/post/')
    .responds(404),
  rule('R3', 'a placeholder does not reach beyond its segment')
    .routes({ '/post/{id}': 'post' })
    .get('/post/42/edit')
    .responds(404),
  rule('R3', 'an inline constraint may hold quantifier braces')
    .routes({ '/archive/{year:\\d{4}}': respond((request) => `year ${request.params['year']}`) })
    .get('/archive/2026')
    .responds(200, 'year 2026'),
  rule('R3', 'an inline constraint is matched against the whole value')
    .routes({ '/archive/{year:\\d{4}}': 'archive' })
    .get('/archive/20261')
    .responds(404),
  rule('R3', 'an optional part may be left out')
    .routes({ '/page[/{n}[/{lang}]]': respond((request) => request.params) })
    .get('/page')
    .responds(200, {}),
  rule('R3', 'optional parts nest')
    .routes({ '/page[/{n}[/{lang}]]': respond((request) => request.params) })
    .get('/page/2/de')
    .responds(200, { n: '2', lang: 'de' }),
  rule('R3', 'a rest placeholder takes the remaining segments')
    .routes({ '/files/{rest:.*}': respond((request) => request.params['rest']) })
    .get('/files/a/b/c.txt')
    .responds(200, 'a/b/c.txt'),
  rule('R3', 'text and placeholders may share a segment')
    .routes({
      '/{name}.{format:json|xml}': respond(
        (request) => `${request.params['name']} ${request.params['format']}`,
      ),
    })
    .get('/report.2026.json')
    .responds(200, 'report.2026 json'),
  rule('R3', 'a name may have hyphens, and blanks around name and constraint mean nothing')
    .routes({ '/post/{ post-id : \\d+ }[/{ lang }]': respond((request) => request.params) })
    .get('/post/42/de')
    .responds(200, { 'post-id': '42', lang: 'de' }),
  rule('R3', 'in a mixed segment each placeholder matches the shortest string with which the rest matches')
    .routes({ '/{name:[a-z-]+}-{version:\\d+}.{ext}': respond((request) => Object.values(request.params)) })
    .get('/a-b-12.tar.gz')
    .responds(200, ['a-b', '12', 'tar.gz']),
  rule('R4', 'constraints in tokens match the whole value')
    .routers('tree')
    .routed((app, kit) => app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: '\\d+' } }))
    .get('/post/42x')
    .responds(404),
  rule('R4', 'a token may have any flag of JavaScript, and "g" and "y" change nothing')
    .routers('tree')
    .routed((app, kit) => {
      const tokens = { city: new RegExp('[\\p{Lowercase}--[a-z]]+', 'dgisvy') };
      app.get('/{city}', kit.answer('city')).setOptions({ tokens });
    })
    .get('/%C3%9C')
    .responds(200, 'city'),
  rule('R4', 'the routers of other packages ignore tokens')
    .routers('find-my-way', 'rou3', 'path-to-regexp')
    .routed((app, kit) => app.get('/post/{id}', kit.answer('post')).setOptions({ tokens: { id: '\\d+' } }))
    .get('/post/42x')
    .responds(200, 'post'),
  rule('R4', 'defaults supply the values of optional placeholders that the path leaves out')
    .routed((app, kit) =>
      app
        .get('/page[/{lang}]', respond(({ params }) => params['lang'])(kit))
        .setOptions({ defaults: { lang: 'en' } }),
    )
    .get('/page')
    .responds(200, 'en'),
  rule('R4', 'other options are kept on the route for the user')
    .routed((app, kit) =>
      app
        .get('/admin', respond((request) => request.getAttribute(RouteResult)?.route?.options)(kit))
        .setOptions({ permission: 'edit' }),
    )
    .get('/admin')
    .responds(200, { permission: 'edit' }),
  rule('R5', 'a path with a trailing slash is another path')
    .routes({ '/ping': 'pong' })
    .get('/ping/')
    .responds(404),
  rule('R5', 'a path in another case is another path').routes({ '/ping': 'pong' }).get('/Ping').responds(404),
  rule('R5', 'static text wins over a placeholder that was registered before it')
    .routes({ '/post/{id}': 'placeholder', '/post/new': 'static' })
    .get('/post/new')
    .responds(200, 'static'),
  rule('R5', 'a constrained placeholder wins over a plain one that was registered before it')
    .routes({ '/post/{slug}': 'plain', '/post/{id:\\d+}': 'restricted' })
    .get('/post/42')
    .responds(200, 'restricted'),
  rule('R5', 'a plain placeholder wins over a rest placeholder that was registered before it')
    .routes({ '/{rest:.*}': 'rest', '/{page}': 'plain' })
    .get('/about')
    .responds(200, 'plain'),
  rule('R5', 'the leftmost segment decides which path is more specific')
    .routes({ '/{lang}/imprint': 'right', '/de/{page}': 'left' })
    .get('/de/imprint')
    .responds(200, 'left'),
  rule('R5', 'a specific beginning without an end does not hide a less specific path')
    .routes({ '/de/news': 'news', '/{lang}/imprint': 'imprint' })
    .get('/de/imprint')
    .responds(200, 'imprint'),
  rule('R5', 'of two equally specific paths the first registered wins')
    .routes({ '/post/{id:\\d+}': 'first', '/post/{n:[0-9]+}': 'second' })
    .get('/post/42')
    .responds(200, 'first'),
  rule('R5', 'of two equally specific segments the one with more static text wins')
    .routers('tree')
    .routes({ '/{name}.{format}': 'any format', '/{name}.tar.{format}': 'an archive' })
    .get('/site.tar.gz')
    .responds(200, 'an archive'),
  rule('R5', 'for HEAD a more specific GET route has the method')
    .routers('tree')
    .routes({
      'HEAD /{id}': 'less specific',
      '/{id:\\d+}': respond(() => new TextResponse('', 200, { 'X-Ran': 'get' })),
    })
    .sends({ method: 'HEAD', path: '/1' })
    .respondsWith(200, { 'x-ran': 'get' }, ''),
  rule('R11', 'two routes of one name are a 500 when the application is first used')
    .transports('fetch')
    .routed((app, kit) => {
      app.get('/a/{id}', kit.answer('a'), 'page');
      app.get('/b/{id}', kit.answer('b'), 'page');
    })
    .get('/a/1')
    .responds(500),
  rule('R5', 'a path without the method does not hide a less specific one that has it')
    .routes({ 'POST /post/new': 'create', '/post/{id}': 'show' })
    .get('/post/new')
    .responds(200, 'show'),
  rule('R6', 'an encoded slash does not split a segment, and is decoded in the parameter')
    .routes({ '/file/{name}': respond((request) => request.params['name']) })
    .get('/file/a%2Fb%20c')
    .responds(200, 'a/b c'),
  rule('R6', 'a parameter is decoded once')
    .routes({ '/file/{name}': respond((request) => request.params['name']) })
    .get('/file/%252e%252e')
    .responds(200, '%2e%2e'),
  rule('R6', 'a constraint sees the decoded value')
    .routes({ '/city/{name:[a-zü]+}': respond((request) => request.params['name']) })
    .get('/city/z%C3%BCrich')
    .responds(200, 'zürich'),
  rule('R7', 'a path that no route has is not found')
    .routes({ '/ping': 'pong' })
    .get('/pong')
    .respondsWith(404, { allow: null }),
  rule('R7', 'a path without the method is 405 and allows its registered methods, then HEAD and OPTIONS')
    .routes({ 'PUT /post/{id}': 'put', '/post/{id}': 'got' })
    .sends({ method: 'DELETE', path: '/post/1' })
    .respondsWith(405, { allow: 'PUT, GET, HEAD, OPTIONS' }),
  rule('R7', 'Allow without GET has no HEAD')
    .routes({ 'POST /post': 'posted' })
    .get('/post')
    .respondsWith(405, { allow: 'POST, OPTIONS' }),
  rule('R7', 'Allow gathers every route on the path, in the order of registration')
    .routes({ 'PUT /post/{id}': 'placeholder', 'POST /post/new': 'static' })
    .sends({ method: 'DELETE', path: '/post/new' })
    .respondsWith(405, { allow: 'PUT, POST, OPTIONS' }),
  rule('R8', 'HEAD runs the GET route and sends its headers without the body')
    .routes({ '/page': respond(() => new TextResponse('zwölf', 203, { 'X-Page': '1' })) })
    .sends({ method: 'HEAD', path: '/page' })
    .respondsWith(203, { 'content-length': '6', 'x-page': '1' }, ''),
  rule('R8', 'HEAD on a path with neither HEAD nor GET is 200 and empty, and runs no handler')
    .routes({ 'POST /post': throws(new Error('must not run')) })
    .sends({ method: 'HEAD', path: '/post' })
    .responds(200, ''),
  rule('R8', 'OPTIONS that no route lists is 200 and empty with Allow, and runs no handler')
    .routes({ '/post': throws(new Error('must not run')) })
    .sends({ method: 'OPTIONS', path: '/post' })
    .respondsWith(200, { allow: 'GET, HEAD, OPTIONS' }, ''),
  rule('R8', 'a route that lists OPTIONS runs')
    .routes({ 'OPTIONS /post': 'preflight', '/post': 'got' })
    .sends({ method: 'OPTIONS', path: '/post' })
    .respondsWith(200, { allow: null }, 'preflight'),
  rule('R8', 'a route that lists HEAD runs instead of the GET route')
    .routes({ '/page': 'got', 'HEAD /page': respond(() => new HttpResponse(null, 200, { 'X-Ran': 'head' })) })
    .sends({ method: 'HEAD', path: '/page' })
    .respondsWith(200, { 'x-ran': 'head' }, ''),
  rule('R8', 'a route for any method handles OPTIONS itself')
    .routes({ 'ANY /all': 'all' })
    .sends({ method: 'OPTIONS', path: '/all' })
    .respondsWith(200, { allow: null }, 'all'),
  rule('R15', 'the request carries the parameters as params and as attributes, and the route')
    .routed((app, kit) =>
      app.get(
        '/post/{id}',
        kit.handler((request) => {
          const { route, success } = request.getAttribute(RouteResult) ?? {};
          return new JsonResponse([request.params['id'], request.getAttribute('id'), success, route?.name]);
        }),
        'post',
      ),
    )
    .get('/post/42')
    .responds(200, ['42', '42', true, 'post']),
  rule('R15', 'after a failed match the request carries the failed result')
    .routes({ '/ping': 'pong' })
    .pipes(
      respond((request) => {
        const result = request.getAttribute(RouteResult);
        return [result?.success, result?.methodFailure];
      }),
    )
    .get('/nothing')
    .responds(200, [false, false]),
  rule('R15', 'names of parameters that every object has are as good as others')
    .routes({
      '/{constructor}/{toString}': respond(
        (request) => `${String(request.params['constructor'])} ${String(request.getAttribute('toString'))}`,
      ),
    })
    .get('/a/b')
    .responds(200, 'a b'),
  rule('R9', 'a route without a method responds to GET with 405')
    .routers('tree')
    .routed((app, kit) => app.route('/none', kit.answer('none'), []))
    .get('/none')
    .respondsWith(405, { allow: 'OPTIONS' }),
  rule('R9', 'the routers of other packages ignore a route without a method')
    .routers('find-my-way', 'rou3', 'path-to-regexp')
    .routed((app, kit) => app.route('/none', kit.answer('none'), []))
    .get('/none')
    .responds(404),
  rule('R9', 'a route without a method honours HEAD')
    .routers('tree')
    .routed((app, kit) => app.route('/none', kit.answer('none'), []))
    .sends({ method: 'HEAD', path: '/none' })
    .responds(200, ''),
  rule('R9', 'a route without a method honours OPTIONS')
    .routers('tree')
    .routed((app, kit) => app.route('/none', kit.answer('none'), []))
    .sends({ method: 'OPTIONS', path: '/none' })
    .responds(200, ''),
  rule('R9', 'a route without a method responds to POST with 405')
    .routers('tree')
    .routed((app, kit) => app.route('/none', kit.answer('none'), []))
    .post('/none')
    .respondsWith(405, { allow: /OPTIONS$/ }),
  rule('R10', 'any method is one of eight with find-my-way')
    .routers('find-my-way')
    .routes({ 'ANY /cache': 'any' })
    .sends({ method: 'PURGE', path: '/cache' })
    .respondsWith(405, { allow: 'HEAD, OPTIONS, GET, POST, PATCH, PUT, TRACE, DELETE' }),
  rule('R10', 'any method with find-my-way includes TRACE')
    .routers('find-my-way')
    .transports('socket', 'http2')
    .routes({ 'ANY /cache': 'any' })
    .sends({ method: 'TRACE', path: '/cache' })
    .responds(200, 'any'),
];
