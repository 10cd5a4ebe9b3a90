import {
  defineMiddleware,
  type Route,
  RouteResult,
  type ServerRequest,
  TextResponse,
} from '../../src/index.ts';
import { rule } from './builder.ts';
import type { SharedCase } from './case.ts';
import {
  around,
  childWithPipes,
  childWithRoutes,
  list,
  mark,
  pass,
  type Recipe,
  respond,
  service,
  throws,
  trace,
} from './recipes.ts';

/** Responds with the paths of the request. */
const paths = respond(({ path, originalPath, queryString }) => [path, originalPath, queryString].join(' '));

/** Stores the path of the request in an attribute. */
function markPath(name: string): Recipe {
  return pass((request) => request.withAttribute(name, request.path));
}

/** Responds with these attributes. */
function attributes(...names: string[]): Recipe {
  return respond((request) => names.map((name) => String(request.getAttribute(name))).join(' '));
}

function routeOf(request: ServerRequest): Route | undefined {
  return request.getAttribute(RouteResult)?.route;
}

export const pipeline: readonly SharedCase[] = [
  rule('P1', 'characters that need no escape are decoded, and other escapes get upper-case digits')
    .pipes(paths)
    .get('/%61%2d%7E%40%3a%21/%c3%bc%5b?q=%61')
    .responds(200, '/a-~@:!/%C3%BC%5B /a-~@:!/%C3%BC%5B q=%61'),
  rule('P1', 'a guard is not passed by a path that escapes a character without need')
    .pipes({ '/@admin': 'guarded' })
    .routes({ '/{user}/{page}': 'secret' })
    .get('/%40admin/x')
    .responds(200, 'guarded'),
  rule('P1', 'a route whose path has such a character matches its escape')
    .routes({ '/{user}/a@b:c': 'found' })
    .get('/me/a%40b%3Ac')
    .responds(200, 'found'),
  rule('P1', 'a route whose path escapes such a character matches the character')
    .routes({ '/a%40b%3a/{id}': 'found' })
    .get('/a@b:/1')
    .responds(200, 'found'),
  rule('P1', 'an encoded slash, backslash and percent sign stay encoded')
    .pipes(paths)
    .get('/a%2fb%5cc%25d')
    .responds(200, '/a%2Fb%5Cc%25d /a%2Fb%5Cc%25d '),
  rule('P1', 'dot segments are removed before routing, encoded ones too')
    .routes({ '/admin': 'admin' })
    .get('/x/./y/../%2e%2E/admin')
    .responds(200, 'admin'),
  rule('P1', 'dot segments do not climb out of the root')
    .pipes(paths)
    .get('/../../etc/./passwd/..')
    .responds(200, '/etc/ /etc/ '),
  rule('P1', 'nothing is collapsed: //a is not /a')
    .routes({ '/a': 'a' })
    .pipes(paths)
    .get('//a')
    .responds(200, '//a //a '),
  rule('P1', 'a malformed percent-escape is 400')
    .pipes('never')
    .get('/foo%zz')
    .responds(400, /malformed percent-escape/),
  rule('P1', 'an escape that spells no UTF-8 is 400').pipes('never').get('/foo%FF').responds(400),
  rule('P1', 'a backslash is a character of its segment')
    .transports('socket', 'http2')
    .pipes(paths)
    .get('/a\\..\\b')
    .responds(200, '/a%5C..%5Cb /a%5C..%5Cb '),
  rule('P1', 'a target in absolute form is the path in it')
    // HTTP/2 has no such form.
    .transports('socket')
    .pipes(paths)
    .get('http://example.test/%61?b')
    .responds(200, '/a /a b'),
  rule('P1', 'a guard under a prefix and a route see the same path')
    .pipes({ '/admin': (kit) => kit.guard(() => true, 'guarded') })
    .routes({ '/admin': 'admin' })
    .get('/%61dmin')
    .responds(200, 'guarded'),
  rule('P2', 'a prefix matches the path that is the prefix')
    .pipes({ foo: 'foo' })
    .get('/foo')
    .responds(200, 'foo'),
  rule('P2', 'a prefix written with a trailing slash matches the path without it')
    .pipes({ '/foo/': 'foo' })
    .get('/foo')
    .responds(200, 'foo'),
  rule('P2', 'a prefix matches at a segment boundary')
    .pipes({ '/foo': 'foo' })
    .get('/foo/bar/baz')
    .responds(200, 'foo'),
  rule('P2', 'a prefix does not match within a segment')
    .pipes({ '/foo': 'foo' }, 'other')
    .get('/foobar')
    .responds(200, 'other'),
  rule('P2', 'a prefix does not match before a file extension')
    .pipes({ '/foo': 'foo' }, 'other')
    .get('/foo.json')
    .responds(200, 'other'),
  rule('P2', 'an encoded slash is no segment boundary')
    .routed()
    .pipes({ '/foo': childWithRoutes({ '/bar': 'blog' }) })
    .routes({ '/{name}': respond(({ params }) => params) })
    .get('/foo%2Fbar')
    .responds(200, { name: 'foo/bar' }),
  ...(
    [
      ['//private/x', 400],
      ['/%2Fprivate/x', 400],
      ['/%5Cprivate/x', 400],
      ['/private%2Fx', 400],
      ['/x/..%2Fprivate/x', 400],
      ['/x/..;/PRIVATE', 400],
      ['/private;a=b/x', 400],
      ['/private%00/x', 400],
      ['/post/a%2Fb', 200],
      ['/post/private%2Fx', 200],
      ['/post/%2Fprivate', 200],
      ['/post//private', 200],
      ['/post/a;b', 200],
    ] as const
  ).map(([path, status]): SharedCase =>
    rule(
      'P2',
      `with a guard of /private, a reader of ${path} behind it gets ${status === 200 ? 'the path' : 'nothing'}`,
    )
      .pipes({ '/private': 'guarded' }, 'reader')
      .get(path)
      .responds(status, status === 200 ? 'reader' : /more than one way/),
  ),
  ...(
    [
      '/api//private',
      '/api/x/..%2Fprivate',
      '//api/private',
      '/x/..%2Fapi/private',
      '/api%2Fprivate',
    ] as const
  ).map((path): SharedCase =>
    rule('P2', `a guard inside an array and an application rejects ${path}, too`)
      .pipes({ '/api': list(childWithPipes({ '/private': list(pass(), 'guarded') })) }, 'reader')
      .get(path)
      .responds(400),
  ),
  ...(['child', 'list', 'routing', 'shared'] as const).map((mount): SharedCase =>
    rule('P2', `an application mounted under a prefix isn't reached in another case (${mount})`)
      .app((app, kit) => {
        const admin = kit.routed();
        admin.get('/users', kit.answer('admin page'));
        const mounted = kit.child(admin);
        if (mount === 'child') app.pipe('/admin', mounted);
        if (mount === 'list') app.pipe('/admin', kit.list(kit.mark('guard'), kit.list(mounted)));
        if (mount === 'shared') {
          const page = () => new TextResponse('admin page');
          app.pipe('/admin', kit.shared(defineMiddleware(page, { exact: true })));
        }
        if (mount === 'routing') {
          app.pipe('/admin', kit.list(kit.mark('guard'), kit.routing, kit.dispatch));
          app.get('/users', kit.answer('admin page'));
        }
        app.pipe(kit.handler((request) => new TextResponse(`not mounted at ${request.path}`)));
      })
      .get('/ADMIN/users')
      .responds(200, 'not mounted at /ADMIN/users'),
  ),
  ...(['child', 'list', 'service'] as const).map((mount): SharedCase =>
    rule('P2', `no path in another case gets past a guard in a mounted application (${mount})`)
      .built((kit) => {
        const admin = kit.routed();
        admin.pipe(kit.handler(() => new TextResponse('no', 401)));
        const child = kit.child(admin);
        const app = kit.app({ services: { admin: child } });
        app.pipe('/admin', { child, list: kit.list(child), service: kit.service('admin') }[mount]);
        app.pipe(kit.handler(() => new TextResponse('behind the guard')));
        return app;
      })
      .get('/ADMIN/users')
      .responds(400),
  ),
  rule('P2', 'an application behind the name of a service matches exactly')
    .options((kit) => ({ services: { admin: childWithRoutes({ '/users': 'admin page' })(kit) } }))
    .pipes({ '/admin': service('admin') })
    .get('/ADMIN/users')
    .responds(404),
  ...(
    [
      ['/%61dmin', 400],
      ['/%40me', 404],
      ['/m%40/x', 404],
      ['/post/%7Eada%40b%2f', 200],
    ] as const
  ).map(([path, status]): SharedCase =>
    rule('P1', `with server.strict_paths, ${path} is ${status}`)
      .options({ server: { strict_paths: true } })
      .routed()
      .pipes({ '/m@': childWithRoutes({ '/x': 'inner' }) })
      .routes({ '/admin': 'admin', '/@me': 'me', '/post/{id}': respond(({ params }) => params) })
      .get(path)
      .expects({ status, ...(status === 200 && { body: { id: '~ada@b/' } }) }),
  ),
  rule('P2', 'a prefix ignores case')
    .pipes({ '/Foo': paths })
    .get('/fOO/Bar')
    .responds(200, '/Bar /fOO/Bar '),
  rule('P2', 'a prefix beyond ASCII ignores case')
    .pipes({ '/café': 'guarded' }, 'public')
    .get('/CAF%C3%89/menu')
    .responds(200, 'guarded'),
  rule('P2', 'an escaped percent sign is no escape')
    .pipes({ '/é%252F': 'guarded' }, 'public')
    .get('/%C3%89%2F')
    .responds(200, 'public'),
  rule('P2', 'an empty prefix means everything')
    .pipes({ '': mark('empty') }, { '/': mark('slash') }, trace)
    .get('/anything')
    .responds(200, 'empty slash'),
  rule('P3', 'inside a prefix the path is relative; original path and query are untouched')
    .pipes({ '/foo': paths })
    .get('/foo/bar?q=1')
    .responds(200, '/bar /foo/bar q=1'),
  rule('P3', 'a prefix is cut where it ends in the path, though the other case of a letter is escaped longer')
    .pipes({ '/straße/a': list(markPath('inside')) }, markPath('after'), attributes('inside', 'after'))
    .get('/STRA%E1%BA%9EE/A/b')
    .responds(200, '/b /STRA%E1%BA%9EE/A/b'),
  rule('P3', 'inside a prefix the prefix itself is the root')
    .pipes({ '/foo': paths })
    .get('/foo')
    .responds(200, '/ /foo '),
  rule('P3', 'inside a prefix the prefix with a trailing slash is the root')
    .pipes({ '/foo': paths })
    .get('/foo/')
    .responds(200, '/ /foo/ '),
  rule('P3', 'later middleware sees the original path')
    .pipes({ '/foo': markPath('inside') }, markPath('after'), attributes('inside', 'after'))
    .get('/FOO/')
    .responds(200, '/ /FOO/'),
  rule('P3', 'prefixes nest')
    .pipes(
      { '/admin': childWithPipes({ '/users': markPath('inner') }, markPath('outer')) },
      markPath('after'),
      attributes('inner', 'outer', 'after'),
    )
    .get('/admin/users/7')
    .responds(200, '/7 /users/7 /admin/users/7'),
  rule('P3', 'when inner middleware changes the path, later middleware sees the prefix and the changed path')
    .pipes({ '/foo': pass((request) => request.withPath('/changed')) }, paths)
    .get('/foo/bar')
    .responds(200, '/foo/changed /foo/bar '),
  rule('P3', 'a route after a prefix is matched with the whole path')
    .pipes({ '/api': mark('api') })
    .routes({ '/api/users': trace })
    .get('/api/users')
    .responds(200, 'api'),
  rule('P3', 'routing inside a prefix is relative to it')
    .pipes({
      '/blog': childWithRoutes({ '/post/{id}': respond((request) => `post ${request.params['id']}`) }),
    })
    .get('/blog/post/7')
    .responds(200, 'post 7'),
  rule('P4', 'calls of pipe keep their order')
    .pipes(mark('one'), { '/': mark('two') }, list(mark('three'), mark('four')), trace)
    .get('/')
    .responds(200, 'one two three four'),
  rule('P4', 'a response passes the middleware in reverse order')
    .pipes(
      around((response) => response.withAddedHeader('X-Back', 'outer')),
      around((response) => response.withAddedHeader('X-Back', 'inner')),
      'core',
    )
    .get('/')
    .respondsWith(200, { 'x-back': 'inner, outer' }, 'core'),
  rule('P5', 'routing and dispatch that are piped twice run once')
    .routed((app, kit) => {
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/', kit.list(kit.mark('once'), kit.pass()));
      app.pipe(kit.trace());
    })
    .get('/')
    .responds(200, 'once'),
  rule('P5', 'middleware between routing and dispatch has the route')
    .app((app, kit) => {
      app.pipeRoutingMiddleware();
      app.pipe(
        kit.around((response, request) => response.withHeader('X-Route', routeOf(request)?.name ?? 'none')),
      );
      app.pipeDispatchMiddleware();
      app.get('/ping', kit.answer('pong'), 'ping');
    })
    .get('/ping')
    .respondsWith(200, { 'x-route': 'ping' }, 'pong'),
  rule('P6', 'a child application that calls next leaves no route and no parameters behind')
    .pipes(
      childWithRoutes({ '/{page}': pass() }),
      respond((request) => [routeOf(request)?.path, request.params, request.getAttribute('page')]),
    )
    .get('/about')
    .responds(200, [null, {}, null]),
  rule('P6', 'after a child application the parent sees its own route and parameters again')
    .routes({
      '/{outer}': list(
        childWithRoutes({ '/{inner}': pass() }),
        respond((request) => [routeOf(request)?.path, request.params]),
      ),
    })
    .get('/about')
    .responds(200, ['/{outer}', { outer: 'about' }]),
  rule('P6', 'attributes that a child application sets stay')
    .pipes({ '/site': childWithRoutes({ '/{page}': mark('child') }) }, trace)
    .get('/site/about')
    .responds(200, 'child'),
  rule('P6', 'a failed match of a child application does not hide a route of the parent')
    .pipes(childWithRoutes({ '/child': 'child' }))
    .routes({ '/parent': 'parent' })
    .get('/parent')
    .responds(200, 'parent'),
  rule('P6', 'a path that a child application handles goes no further')
    .pipes({ '/blog': childWithRoutes({ '/': 'child' }) }, throws(new Error('must not run')))
    .get('/blog')
    .responds(200, 'child'),
  rule('P8', 'with debug, middleware that calls next once causes no warning')
    .options({ debug: true })
    .pipes(
      around((response) => response.withHeader('X-Around', 'yes')),
      respond(async () => 'fine'),
    )
    .get('/')
    .respondsWith(200, { 'x-around': 'yes' }, 'fine'),
];
