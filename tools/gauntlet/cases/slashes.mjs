const ADMIN = {
  guards: ['/admin'],
  routes: [{ path: '/admin' }, { path: '/admin/users' }],
  lenient: true,
};

/** The guard and the router treat slashes, dots or `;` differently. */
export const slashes = {
  'duplicate-slashes': {
    title: 'Repeated slashes',
    app: ADMIN,
    control: ['/admin', '/admin/users'],
    requests: ['//admin', '//admin/users', '///admin/users', '/admin//users', '//admin//users', '/%2F/admin'],
  },
  semicolon: {
    title: 'A semicolon in the guarded path',
    app: ADMIN,
    control: ['/admin', '/admin/users'],
    requests: [
      '/admin;x=1',
      '/admin;/users',
      '/admin;x=1/users',
      '/admin/users;x=1',
      '/;/admin/users',
      '/;x/../admin/users',
      '/admin%3B/users',
    ],
  },
  'trailing-slash': {
    title: 'A trailing slash behind a guarded route',
    app: {
      routes: [
        { path: '/reports', guarded: true },
        { path: '/reports/:id', guarded: true },
      ],
    },
    control: ['/reports', '/reports/7'],
    requests: ['/reports/', '/reports/7/', '/reports//', '/reports/7//', '/reports/?x', '/reports/%20'],
  },
  'trailing-slash-ignored': {
    title: 'A trailing slash, where the router ignores it',
    app: { routes: [{ path: '/reports', guarded: true }], lenient: true },
    control: ['/reports'],
    requests: ['/reports/', '/reports//', '//reports/', '/reports/;x'],
  },
  'dot-segments': {
    title: 'Dot segments in front of the guarded path',
    app: ADMIN,
    control: ['/admin', '/admin/users'],
    requests: [
      '/x/../admin/users',
      '/./admin/users',
      '/%2e/admin/users',
      '/x/%2e%2e/admin/users',
      '/x/.%2E/admin/users',
      '/../admin/users',
      '/admin/./users',
      '/admin/x/../users',
      '/..;/admin/users',
      '/%2e%2e/admin',
    ],
  },
  'slashes-as-host': {
    title: 'Two slashes, behind which a URL parser expects a host',
    app: ADMIN,
    control: ['/admin', '/admin/users'],
    requests: [
      '//x/admin',
      '//x/admin/users',
      '///x/admin',
      '//x:80/admin/users',
      '/\\x/admin',
      '//@/admin/users',
    ],
  },
};
