const ADMIN = { guards: ['/admin'], routes: [{ path: '/admin/users' }, { path: '/public', open: true }] };

const withHeaders = (target, headers) => ({ target, headers });

/** The request names the path in another way than by a target that begins with a slash. */
export const requests = {
  'absolute-form': {
    title: 'A target in absolute form',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      'http://site.test/admin/users',
      'http://site.test/%61dmin/users',
      'HTTP://site.test/admin/users',
      'http://site.test:80/admin/users',
      'http:///admin/users',
      'http:/admin/users',
      'http:admin/users',
      'https://site.test/admin/users',
      'ftp://site.test/admin/users',
      'http://user@site.test/admin/users',
    ],
  },
  'absolute-form-lenient': {
    title: 'A target in absolute form, where the router ignores repeated slashes',
    app: { ...ADMIN, lenient: true },
    control: ['/admin/users'],
    requests: [
      'http://site.test/admin/users',
      'http://site.test//admin/users',
      'http:///site.test/admin/users',
      'http://site.test/admin//users',
      'http://site.test/admin/users;x',
      'http://site.test/ADMIN/users',
    ],
  },
  'no-leading-slash': {
    title: 'A target that does not begin with a slash',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      'admin/users',
      '*',
      '*/admin/users',
      '*admin/users',
      '?/admin/users',
      '@/admin/users',
      '%2Fadmin/users',
    ],
  },
  'host-header': {
    title: 'A Host header that contains a path or a query',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      'site.test/x?',
      'site.test:80/x?',
      'site.test/public#',
      'site.test\\x?',
      'x@site.test/?',
      'a b',
    ].map((host) => withHeaders('/admin/users', { Host: host })),
  },
  'forwarded-headers': {
    title: 'Forwarded headers that contain a path',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      withHeaders('/admin/users', { 'X-Forwarded-Proto': 'x:/public?' }),
      withHeaders('/admin/users', { 'X-Forwarded-Proto': 'http://site.test/public?' }),
      withHeaders('/admin/users', { 'X-Forwarded-Host': 'site.test/public?' }),
      withHeaders('/admin/users', { 'X-Forwarded-Port': '80/public?' }),
      withHeaders('/admin/users', { 'X-Forwarded-Prefix': '/public' }),
      withHeaders('/admin/users', { Forwarded: 'host="site.test/public?"' }),
    ],
  },
  'path-headers': {
    title: 'Headers and a query by which some frameworks replace the path or skip middleware',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      withHeaders('/public', { 'X-Astro-Path': '/admin/users' }),
      '/public?x_astro_path=/admin/users',
      withHeaders('/public', { 'X-Original-URL': '/admin/users' }),
      withHeaders('/public', { 'X-Rewrite-URL': '/admin/users' }),
      withHeaders('/admin/users', {
        'X-Middleware-Subrequest': 'middleware:middleware:middleware:middleware:middleware',
      }),
      withHeaders('/admin/users', { 'X-Middleware-Subrequest': 'src/middleware' }),
      withHeaders('/admin/users', { 'X-Middleware-Next': '1' }),
    ],
  },
  head: {
    title: 'HEAD for a guarded GET route',
    app: { routes: [{ path: '/reports', guarded: true }] },
    control: ['/reports'],
    requests: ['HEAD /reports', 'HEAD /reports/', 'HEAD /%72eports', 'head /reports'],
  },
  'head-below-prefix': {
    title: 'HEAD below a guarded prefix',
    app: ADMIN,
    control: ['/admin/users'],
    requests: ['HEAD /admin/users', 'HEAD /%61dmin/users', 'HEAD //admin/users'],
  },
  'method-override': {
    title: 'A method that a header or the query replaces',
    app: {
      routes: [
        { path: '/reports', guarded: true },
        { path: '/reports', method: 'POST', open: true },
      ],
    },
    control: ['/reports'],
    requests: [
      {
        method: 'POST',
        target: '/reports',
        headers: { 'X-HTTP-Method-Override': 'GET', 'Content-Length': '0' },
      },
      { method: 'POST', target: '/reports?_method=GET', headers: { 'Content-Length': '0' } },
    ],
  },
};
