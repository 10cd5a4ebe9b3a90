/** The guard and the route have the same pattern, and match differently. */
export const routes = {
  'empty-parameter': {
    title: 'An empty parameter',
    app: { routes: [{ path: '/users/:id', guarded: true }] },
    control: ['/users/7'],
    requests: ['/users/', '/users//', '/users/?id=7', '/users/;'],
  },
  'empty-wildcard': {
    title: 'An empty rest of the path',
    app: { routes: [{ path: '/reports/*', guarded: true }] },
    control: ['/reports/7', '/reports/a/b'],
    requests: ['/reports/', '/reports//', '/reports/?x', '/reports/;', '/reports'],
  },
  'parameter-in-prefix': {
    title: 'A guarded group whose prefix has a parameter',
    app: { groups: [{ at: '/tenants/:tenant', routes: [{ path: '/secrets' }] }] },
    control: ['/tenants/7/secrets'],
    requests: [
      '/tenants/7/secrets',
      '/tenants//secrets',
      '/tenants/a%2Fb/secrets',
      '/tenants/7/secrets/',
      '/tenants/7//secrets',
    ],
  },
};
