const ADMIN = { guards: ['/admin'], routes: [{ path: '/admin/users' }, { path: '/public', open: true }] };

/** The guard and the router decode the path differently. */
export const decoding = {
  'encoded-letter': {
    title: 'An escaped letter of the guarded path',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      '/%61dmin/users',
      '/admi%6e/users',
      '/admi%6E/users',
      '/%61%64%6d%69%6e/users',
      '/admin/%75sers',
    ],
  },
  'double-escape': {
    title: 'An escaped escape of the guarded path',
    app: ADMIN,
    control: ['/admin/users'],
    requests: [
      '/%2561dmin/users',
      '/%252561dmin/users',
      '/%25%36%31dmin/users',
      '/%%36%31dmin/users',
      '/%2%35%361dmin/users',
    ],
  },
  'encoded-slash-in-parameter': {
    title: 'An escaped slash in a parameter of the guarded path',
    app: { routes: [{ path: '/users/:id/secrets', guarded: true }] },
    control: ['/users/7/secrets'],
    requests: [
      '/users/a%2Fb/secrets',
      '/users/a%2fb/secrets',
      '/users/%2F/secrets',
      '/users/..%2F/secrets',
      '/users/a%252Fb/secrets',
    ],
  },
  'encoded-slash': {
    title: 'An escaped slash inside the guarded prefix',
    app: { guards: ['/admin'], routes: [{ path: '/admin/*' }] },
    control: ['/admin/users'],
    requests: ['/admin%2Fusers', '/admin%2fusers', '/%2Fadmin/users', '/x/..%2Fadmin/users', '/admin%2F'],
  },
  backslash: {
    title: 'A backslash instead of a slash, plain or escaped',
    app: { guards: ['/admin'], routes: [{ path: '/admin/users' }, { path: '/admin/*' }] },
    control: ['/admin/users'],
    requests: [
      '/admin%5Cusers',
      '/%5Cadmin/users',
      '/x%5C..%5Cadmin/users',
      '/admin\\users',
      '\\admin\\users',
      '/\\admin/users',
      '/x\\..\\admin/users',
    ],
  },
  'percent-in-prefix': {
    title: 'A guarded prefix that contains a percent sign',
    app: { guards: ['/50%'], routes: [{ path: '/50%/secret' }] },
    control: ['/50%25/secret'],
    requests: ['/50%/secret', '/50%2525/secret', '/5%30%25/secret', '/50%25%2Fsecret', '/%35%30%25/secret'],
  },
  'line-terminator': {
    title: 'An escaped line terminator behind the guarded prefix',
    app: { guards: ['/admin'], routes: [{ path: '/admin/*' }] },
    control: ['/admin/users'],
    requests: [
      '/admin/%0A',
      '/admin/users%0A',
      '/admin/%0Dusers',
      '/admin/%0D%0Ausers',
      '/admin/%E2%80%A8users',
      '/admin/%E2%80%A9',
      '/admin%0A/users',
    ],
  },
  case: {
    title: 'Other letter case than the guarded path',
    app: { ...ADMIN, lenient: true },
    control: ['/admin/users'],
    requests: ['/ADMIN/users', '/Admin/users', '/aDMIN/USERS', '/%41DMIN/users', '/admin/USERS'],
  },
  'case-of-prefix': {
    title: 'A guarded prefix with capital letters',
    app: { guards: ['/Admin'], routes: [{ path: '/Admin/users' }], lenient: true },
    control: ['/Admin/users'],
    requests: ['/admin/users', '/ADMIN/users', '/Admin/Users', '/%41dmin/users'],
  },
};
