import {
  defineMiddleware,
  JsonResponse,
  RouteResult,
  type ServerRequest,
  TextResponse,
} from '../../src/index.ts';
import type { Kit, SharedCase } from './case.ts';

/** Answers with the paths that it sees. */
function paths<M>(kit: Kit<M>): M {
  return kit.handler(
    ({ path, originalPath, queryString }) => new TextResponse([path, originalPath, queryString].join(' ')),
  );
}

function markPath<M>(kit: Kit<M>, name: string): M {
  return kit.pass((request) => request.withAttribute(name, request.path));
}

function attributes(request: ServerRequest, ...names: string[]): TextResponse {
  return new TextResponse(names.map((name) => String(request.getAttribute(name))).join(' '));
}

export const pipeline: readonly SharedCase[] = [
  {
    rule: 'P1',
    name: 'characters that need no escape are decoded, and other escapes get upper-case digits',
    build(kit) {
      const app = kit.app();
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '/%61%2d%7E%40%3a%21/%c3%bc%5b?q=%61' },
    expect: { status: 200, body: '/a-~@:!/%C3%BC%5B /a-~@:!/%C3%BC%5B q=%61' },
  },
  {
    rule: 'P1',
    name: 'a guard is not passed by a path that escapes a character without need',
    build(kit) {
      const app = kit.app();
      app.pipe('/@admin', kit.answer('guarded'));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/{user}/{page}', kit.answer('secret'));
      return app;
    },
    request: { path: '/%40admin/x' },
    expect: { status: 200, body: 'guarded' },
  },
  {
    rule: 'P1',
    name: 'a route whose path has such a character is found by its escape',
    build(kit) {
      const app = kit.routed();
      app.get('/{user}/a@b:c', kit.answer('found'));
      return app;
    },
    request: { path: '/me/a%40b%3Ac' },
    expect: { status: 200, body: 'found' },
  },
  {
    rule: 'P1',
    name: 'a route whose path escapes such a character is found by the character',
    build(kit) {
      const app = kit.routed();
      app.get('/a%40b%3a/{id}', kit.answer('found'));
      return app;
    },
    request: { path: '/a@b:/1' },
    expect: { status: 200, body: 'found' },
  },
  {
    rule: 'P1',
    name: 'an encoded slash, backslash and percent sign stay encoded',
    build(kit) {
      const app = kit.app();
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '/a%2fb%5cc%25d' },
    expect: { status: 200, body: '/a%2Fb%5Cc%25d /a%2Fb%5Cc%25d ' },
  },
  {
    rule: 'P1',
    name: 'dot segments are removed before routing, encoded ones too',
    build(kit) {
      const app = kit.routed();
      app.get('/admin', kit.answer('admin'));
      return app;
    },
    request: { path: '/x/./y/../%2e%2E/admin' },
    expect: { status: 200, body: 'admin' },
  },
  {
    rule: 'P1',
    name: 'dot segments do not climb out of the root',
    build(kit) {
      const app = kit.app();
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '/../../etc/./passwd/..' },
    expect: { status: 200, body: '/etc/ /etc/ ' },
  },
  {
    rule: 'P1',
    name: 'nothing is collapsed: //a is not /a',
    build(kit) {
      const app = kit.routed();
      app.get('/a', kit.answer('a'));
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '//a' },
    expect: { status: 200, body: '//a //a ' },
  },
  {
    rule: 'P1',
    name: 'a malformed percent-escape is 400',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.answer('never'));
      return app;
    },
    request: { path: '/foo%zz' },
    expect: { status: 400, body: /malformed percent-escape/ },
  },
  {
    rule: 'P1',
    name: 'an escape that spells no UTF-8 is 400',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.answer('never'));
      return app;
    },
    request: { path: '/foo%FF' },
    expect: { status: 400 },
  },
  {
    rule: 'P1',
    name: 'a backslash is a character of its segment',
    transports: ['socket', 'http2'],
    build(kit) {
      const app = kit.app();
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '/a\\..\\b' },
    expect: { status: 200, body: '/a%5C..%5Cb /a%5C..%5Cb ' },
  },
  {
    rule: 'P1',
    name: 'a target in absolute form is the path in it',
    // HTTP/2 has no such form.
    transports: ['socket'],
    build(kit) {
      const app = kit.app();
      app.pipe(paths(kit));
      return app;
    },
    request: { path: 'http://example.test/%61?b' },
    expect: { status: 200, body: '/a /a b' },
  },
  {
    rule: 'P1',
    name: 'a guard under a prefix and a route see the same path',
    build(kit) {
      const app = kit.app();
      app.pipe(
        '/admin',
        kit.guard(() => true, 'guarded'),
      );
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/admin', kit.answer('admin'));
      return app;
    },
    request: { path: '/%61dmin' },
    expect: { status: 200, body: 'guarded' },
  },
  {
    rule: 'P2',
    name: 'a prefix matches the path that is the prefix',
    build(kit) {
      const app = kit.app();
      app.pipe('foo', kit.answer('foo'));
      return app;
    },
    request: { path: '/foo' },
    expect: { status: 200, body: 'foo' },
  },
  {
    rule: 'P2',
    name: 'a prefix written with a trailing slash matches the path without it',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo/', kit.answer('foo'));
      return app;
    },
    request: { path: '/foo' },
    expect: { status: 200, body: 'foo' },
  },
  {
    rule: 'P2',
    name: 'a prefix matches at a segment boundary',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', kit.answer('foo'));
      return app;
    },
    request: { path: '/foo/bar/baz' },
    expect: { status: 200, body: 'foo' },
  },
  {
    rule: 'P2',
    name: 'a prefix does not match within a segment',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', kit.answer('foo'));
      app.pipe(kit.answer('other'));
      return app;
    },
    request: { path: '/foobar' },
    expect: { status: 200, body: 'other' },
  },
  {
    rule: 'P2',
    name: 'a prefix does not match before a file extension',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', kit.answer('foo'));
      app.pipe(kit.answer('other'));
      return app;
    },
    request: { path: '/foo.json' },
    expect: { status: 200, body: 'other' },
  },
  {
    rule: 'P2',
    name: 'an encoded slash is no segment boundary',
    build(kit) {
      const blog = kit.routed();
      blog.get('/bar', kit.answer('blog'));
      const app = kit.routed();
      app.pipe('/foo', kit.child(blog));
      app.get(
        '/{name}',
        kit.handler(({ params }) => new JsonResponse(params)),
      );
      return app;
    },
    request: { path: '/foo%2Fbar' },
    expect: { status: 200, body: { name: 'foo/bar' } },
  },
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
  ).map(([path, status]): SharedCase => ({
    rule: 'P2',
    name: `with a guard of /private, whoever reads ${path} behind it gets ${status === 200 ? 'it' : 'nothing'}`,
    build(kit) {
      const app = kit.app();
      app.pipe('/private', kit.answer('guarded'));
      app.pipe(kit.answer('reader'));
      return app;
    },
    request: { path },
    expect: { status, body: status === 200 ? 'reader' : /more than one way/ },
  })),
  ...(
    [
      '/api//private',
      '/api/x/..%2Fprivate',
      '//api/private',
      '/x/..%2Fapi/private',
      '/api%2Fprivate',
    ] as const
  ).map((path): SharedCase => ({
    rule: 'P2',
    name: `a guard inside an array and an application rejects ${path}, too`,
    build(kit) {
      const inner = kit.app();
      inner.pipe('/private', kit.list(kit.pass(), kit.answer('guarded')));
      const app = kit.app();
      app.pipe('/api', kit.list(kit.child(inner)));
      app.pipe(kit.answer('reader'));
      return app;
    },
    request: { path },
    expect: { status: 400 },
  })),
  ...(['child', 'list', 'routing', 'shared'] as const).map((mount): SharedCase => ({
    rule: 'P2',
    name: `what is mounted under a prefix isn't reached in another case (${mount})`,
    build(kit) {
      const app = kit.app();
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
      return app;
    },
    request: { path: '/ADMIN/users' },
    expect: { status: 200, body: 'not mounted at /ADMIN/users' },
  })),
  ...(['child', 'list', 'service'] as const).map((mount): SharedCase => ({
    rule: 'P2',
    name: `no path in another case gets past a guard in a mounted application (${mount})`,
    build(kit) {
      const admin = kit.routed();
      admin.pipe(kit.handler(() => new TextResponse('no', 401)));
      const child = kit.child(admin);
      const app = kit.app({ services: { admin: child } });
      app.pipe('/admin', { child, list: kit.list(child), service: kit.service('admin') }[mount]);
      app.pipe(kit.handler(() => new TextResponse('behind the guard')));
      return app;
    },
    request: { path: '/ADMIN/users' },
    expect: { status: 400 },
  })),
  {
    rule: 'P2',
    name: 'an application behind the name of a service matches exactly',
    build(kit) {
      const admin = kit.routed();
      admin.get('/users', kit.answer('admin page'));
      const app = kit.app({ services: { admin: kit.child(admin) } });
      app.pipe('/admin', kit.service('admin'));
      return app;
    },
    request: { path: '/ADMIN/users' },
    expect: { status: 404 },
  },
  ...(
    [
      ['/%61dmin', 400],
      ['/%40me', 404],
      ['/m%40/x', 404],
      ['/post/%7Eada%40b%2f', 200],
    ] as const
  ).map(([path, status]): SharedCase => ({
    rule: 'P1',
    name: `with server.strict_paths, ${path} is ${status}`,
    build(kit) {
      const app = kit.routed({ server: { strict_paths: true } });
      const inner = kit.routed();
      inner.get('/x', kit.answer('inner'));
      app.pipe('/m@', kit.child(inner));
      app.get('/admin', kit.answer('admin'));
      app.get('/@me', kit.answer('me'));
      app.get(
        '/post/{id}',
        kit.handler(({ params }) => new JsonResponse(params)),
      );
      return app;
    },
    request: { path },
    expect: { status, ...(status === 200 && { body: { id: '~ada@b/' } }) },
  })),
  {
    rule: 'P2',
    name: 'a prefix does not regard case',
    build(kit) {
      const app = kit.app();
      app.pipe('/Foo', paths(kit));
      return app;
    },
    request: { path: '/fOO/Bar' },
    expect: { status: 200, body: '/Bar /fOO/Bar ' },
  },
  {
    rule: 'P2',
    name: 'a prefix beyond ASCII does not regard case',
    build(kit) {
      const app = kit.app();
      app.pipe('/café', kit.answer('guarded'));
      app.pipe(kit.answer('public'));
      return app;
    },
    request: { path: '/CAF%C3%89/menu' },
    expect: { status: 200, body: 'guarded' },
  },
  {
    rule: 'P2',
    name: 'an escaped percent sign is no escape',
    build(kit) {
      const app = kit.app();
      app.pipe('/é%252F', kit.answer('guarded'));
      app.pipe(kit.answer('public'));
      return app;
    },
    request: { path: '/%C3%89%2F' },
    expect: { status: 200, body: 'public' },
  },
  {
    rule: 'P2',
    name: 'an empty prefix means everything',
    build(kit) {
      const app = kit.app();
      app.pipe('', kit.mark('empty'));
      app.pipe('/', kit.mark('slash'));
      app.pipe(kit.trace());
      return app;
    },
    request: { path: '/anything' },
    expect: { status: 200, body: 'empty slash' },
  },
  {
    rule: 'P3',
    name: 'inside a prefix the path is relative; original path and query are untouched',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', paths(kit));
      return app;
    },
    request: { path: '/foo/bar?q=1' },
    expect: { status: 200, body: '/bar /foo/bar q=1' },
  },
  {
    rule: 'P3',
    name: 'a prefix is cut where it ends in the path, though the other case of a letter is escaped longer',
    build(kit) {
      const app = kit.app();
      app.pipe('/straße/a', kit.list(markPath(kit, 'inside')));
      app.pipe(
        kit.handler((request) => attributes(request.withAttribute('after', request.path), 'inside', 'after')),
      );
      return app;
    },
    request: { path: '/STRA%E1%BA%9EE/A/b' },
    expect: { status: 200, body: '/b /STRA%E1%BA%9EE/A/b' },
  },
  {
    rule: 'P3',
    name: 'inside a prefix the prefix itself is the root',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', paths(kit));
      return app;
    },
    request: { path: '/foo' },
    expect: { status: 200, body: '/ /foo ' },
  },
  {
    rule: 'P3',
    name: 'inside a prefix the prefix with a trailing slash is the root',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', paths(kit));
      return app;
    },
    request: { path: '/foo/' },
    expect: { status: 200, body: '/ /foo/ ' },
  },
  {
    rule: 'P3',
    name: 'later layers see the path as it came in',
    build(kit) {
      const app = kit.app();
      app.pipe('/foo', markPath(kit, 'inside'));
      app.pipe(markPath(kit, 'after'));
      app.pipe(kit.handler((request) => attributes(request, 'inside', 'after')));
      return app;
    },
    request: { path: '/FOO/' },
    expect: { status: 200, body: '/ /FOO/' },
  },
  {
    rule: 'P3',
    name: 'prefixes nest',
    build(kit) {
      const admin = kit.app();
      admin.pipe('/users', markPath(kit, 'inner'));
      admin.pipe(markPath(kit, 'outer'));
      const app = kit.app();
      app.pipe('/admin', kit.child(admin));
      app.pipe(markPath(kit, 'after'));
      app.pipe(kit.handler((request) => attributes(request, 'inner', 'outer', 'after')));
      return app;
    },
    request: { path: '/admin/users/7' },
    expect: { status: 200, body: '/7 /users/7 /admin/users/7' },
  },
  {
    rule: 'P3',
    name: 'when an inner layer changes the path, later ones see the prefix and the changed path',
    build(kit) {
      const app = kit.app();
      app.pipe(
        '/foo',
        kit.pass((request) => request.withPath('/changed')),
      );
      app.pipe(paths(kit));
      return app;
    },
    request: { path: '/foo/bar' },
    expect: { status: 200, body: '/foo/changed /foo/bar ' },
  },
  {
    rule: 'P3',
    name: 'a route after a prefix is matched with the whole path',
    build(kit) {
      const app = kit.app();
      app.pipe('/api', kit.mark('api'));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/api/users', kit.trace());
      return app;
    },
    request: { path: '/api/users' },
    expect: { status: 200, body: 'api' },
  },
  {
    rule: 'P3',
    name: 'routing inside a prefix is relative to it',
    build(kit) {
      const blog = kit.routed();
      blog.get(
        '/post/{id}',
        kit.handler((request) => new TextResponse(`post ${request.params['id']}`)),
      );
      const app = kit.app();
      app.pipe('/blog', kit.child(blog));
      return app;
    },
    request: { path: '/blog/post/7' },
    expect: { status: 200, body: 'post 7' },
  },
  {
    rule: 'P4',
    name: 'calls of pipe keep their order',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.mark('one'));
      app.pipe('/', kit.mark('two'));
      app.pipe(kit.list(kit.mark('three'), kit.mark('four')));
      app.pipe(kit.trace());
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'one two three four' },
  },
  {
    rule: 'P4',
    name: 'what comes back passes the layers in reverse order',
    build(kit) {
      const app = kit.app();
      app.pipe(kit.around((response) => response.withAddedHeader('X-Back', 'outer')));
      app.pipe(kit.around((response) => response.withAddedHeader('X-Back', 'inner')));
      app.pipe(kit.answer('core'));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-back': 'inner, outer' }, body: 'core' },
  },
  {
    rule: 'P5',
    name: 'routing and dispatch that are piped twice run once',
    build(kit) {
      const app = kit.routed();
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/', kit.list(kit.mark('once'), kit.pass()));
      app.pipe(kit.trace());
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, body: 'once' },
  },
  {
    rule: 'P5',
    name: 'middleware between routing and dispatch knows the route',
    build(kit) {
      const app = kit.app();
      app.pipeRoutingMiddleware();
      app.pipe(
        kit.around((response, request) =>
          response.withHeader('X-Route', request.getAttribute(RouteResult)?.route?.name ?? 'none'),
        ),
      );
      app.pipeDispatchMiddleware();
      app.get('/ping', kit.answer('pong'), 'ping');
      return app;
    },
    request: { path: '/ping' },
    expect: { status: 200, headers: { 'x-route': 'ping' }, body: 'pong' },
  },
  {
    rule: 'P6',
    name: 'a child application that passes on leaves no route and no parameters behind',
    build(kit) {
      const child = kit.routed();
      child.get('/{page}', kit.pass());
      const app = kit.app();
      app.pipe(kit.child(child));
      app.pipe(
        kit.handler((request) => {
          const found = request.getAttribute(RouteResult)?.route?.path;
          return new TextResponse(JSON.stringify([found, request.params, request.getAttribute('page')]));
        }),
      );
      return app;
    },
    request: { path: '/about' },
    expect: { status: 200, body: [null, {}, null] },
  },
  {
    rule: 'P6',
    name: 'after a child application the parent sees its own route and parameters again',
    build(kit) {
      const child = kit.routed();
      child.get('/{inner}', kit.pass());
      const app = kit.routed();
      app.get(
        '/{outer}',
        kit.list(
          kit.child(child),
          kit.handler((request) => {
            const found = request.getAttribute(RouteResult)?.route?.path;
            return new TextResponse(JSON.stringify([found, request.params]));
          }),
        ),
      );
      return app;
    },
    request: { path: '/about' },
    expect: { status: 200, body: ['/{outer}', { outer: 'about' }] },
  },
  {
    rule: 'P6',
    name: 'attributes that a child application sets stay',
    build(kit) {
      const child = kit.routed();
      child.get('/{page}', kit.mark('child'));
      const app = kit.app();
      app.pipe('/site', kit.child(child));
      app.pipe(kit.trace());
      return app;
    },
    request: { path: '/site/about' },
    expect: { status: 200, body: 'child' },
  },
  {
    rule: 'P6',
    name: 'a failed match of a child application does not hide a route of the parent',
    build(kit) {
      const child = kit.routed();
      child.get('/child', kit.answer('child'));
      const app = kit.app();
      app.pipe(kit.child(child));
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.get('/parent', kit.answer('parent'));
      return app;
    },
    request: { path: '/parent' },
    expect: { status: 200, body: 'parent' },
  },
  {
    rule: 'P6',
    name: 'a path that a child application answers goes no further',
    build(kit) {
      const child = kit.routed();
      child.get('/', kit.answer('child'));
      const app = kit.app();
      app.pipe('/blog', kit.child(child));
      app.pipe(kit.throws(new Error('must not run')));
      return app;
    },
    request: { path: '/blog' },
    expect: { status: 200, body: 'child' },
  },
  {
    rule: 'P8',
    name: 'with debug, middleware that passes on once is not complained about',
    build(kit) {
      const app = kit.app({ debug: true });
      app.pipe(kit.around((response) => response.withHeader('X-Around', 'yes')));
      app.pipe(kit.handler(async () => new TextResponse('fine')));
      return app;
    },
    request: { path: '/' },
    expect: { status: 200, headers: { 'x-around': 'yes' }, body: 'fine' },
  },
];
