/** A parameter selects what is protected. */
export const pages = {
  'decoded-parameter': {
    title: 'A catch-all route that reads the guarded path from its decoded parameter',
    app: { guards: ['/admin'], pages: { at: '/*', protected: ['admin/users'] } },
    control: ['/admin/users'],
    requests: [
      '/admin%2Fusers',
      '/admin%2fusers',
      '/%61dmin%2Fusers',
      '/%61dmin/users',
      '/x/../admin/users',
      '/x/..%2Fadmin%2Fusers',
    ],
  },
  'query-as-parameter': {
    title: 'A query that has the name of a parameter',
    app: { guards: ['/users/admin'], pages: { at: '/users/:id', protected: ['admin'] } },
    control: ['/users/admin'],
    requests: [
      '/users/1?id=admin',
      '/users/1?nxtPid=admin',
      '/users/1?params[id]=admin',
      '/users/1?__nextParamid=admin',
      '/users/1%3Fid=admin',
      '/users/%61dmin',
      '/users/admin%3F',
    ],
  },
  'transport-variants': {
    title: 'Suffixes under which some frameworks serve the data of a page',
    app: { guards: ['/admin'], routes: [{ path: '/admin' }, { path: '/admin/users' }] },
    control: ['/admin', '/admin/users'],
    requests: [
      '/admin.json',
      '/admin.rsc',
      '/admin.segments/_tree.segment.rsc',
      '/admin/users.rsc',
      '/_next/data/build/admin/users.json',
      '/admin/_payload.json',
      '/admin/__data.json',
    ],
  },
};
