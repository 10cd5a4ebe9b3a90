/** Guards and routes of applications below a prefix. */
export const mounts = {
  'joined-prefix': {
    title: 'A prefix that ends with a slash, or a guard without a leading slash',
    app: {
      mounts: [
        { at: '/api/', guards: ['/admin'], routes: [{ path: '/admin/users' }] },
        { at: '/more', guards: ['admin'], routes: [{ path: '/admin/users' }] },
      ],
    },
    control: ['/api/admin/users', '/more/admin/users'],
    requests: [
      '/api//admin/users',
      '//api/admin/users',
      '/api/%61dmin/users',
      '/more//admin/users',
      '/moreadmin/users',
      '/more/%61dmin/users',
    ],
  },
  'array-of-prefixes': {
    title: 'One guard for several prefixes of a mounted application',
    app: {
      mounts: [
        {
          at: '/api',
          guards: [['/admin', '/internal']],
          routes: [{ path: '/admin/users' }, { path: '/internal' }],
        },
      ],
    },
    control: ['/api/admin/users', '/api/internal'],
    requests: ['/api/admin/users', '/api/internal', '/api//admin/users', '/api/%69nternal', '/api/internal/'],
  },
  'inherited-guard': {
    title: 'A guard of the parent that has the prefix of the mounted application',
    app: {
      guards: ['/admin'],
      mounts: [
        {
          at: '/admin',
          routes: [{ path: '/users' }],
          mounts: [{ at: '/deep', routes: [{ path: '/users' }] }],
        },
      ],
    },
    control: ['/admin/users', '/admin/deep/users'],
    requests: ['/admin/users', '/admin/deep/users', '/%61dmin/users', '//admin/users', '/admin//deep/users'],
  },
  'segment-boundary': {
    title: 'A path that begins with the prefix, but not at a segment boundary',
    app: { guards: ['/admin'], mounts: [{ at: '/admin', routes: [{ path: '/*' }] }] },
    control: ['/admin/users'],
    requests: [
      '/admin-public',
      '/administrator/users',
      '/admin.json',
      '/admin%20/users',
      '/admin;/users',
      '/adminusers',
    ],
  },
  'path-behind-prefix': {
    title: 'A guard inside a mounted application',
    app: {
      mounts: [
        {
          at: '/api',
          guards: ['/admin'],
          routes: [{ path: '/admin/users' }, { path: '/public', open: true }],
        },
      ],
    },
    control: ['/api/admin/users'],
    requests: [
      '/api/x/..%5Cadmin/users',
      '/api/x%5C..%5Cadmin/users',
      '/api/%5Cadmin/users',
      '/api/x/../admin/users',
      '/api/x/%2e%2e/admin/users',
      '/api/./admin/users',
      '/api//admin/users',
      '/api/%61dmin/users',
      '/api/%2Fadmin/users',
      '/x/../api/admin/users',
      '/api/ADMIN/users',
    ],
  },
  'fallback-of-a-mount': {
    title: 'A malformed path and the fallback of a guarded application',
    app: {
      mounts: [
        { at: '/a', fallback: 'open' },
        { at: '/b', guards: ['/'], fallback: 'protected' },
      ],
    },
    control: ['/b/nothing'],
    requests: ['/a/%zz', '/b/%zz', '/%zz', '/a/%E0%A4%A', '/b/%E0%A4%A', '/a/../b/%zz', '/b%2F%zz', '/b/%'],
  },
};
