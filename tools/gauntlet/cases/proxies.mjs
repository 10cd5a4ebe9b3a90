/** The path that is forwarded leaves the prefix of the upstream. */
export const proxies = {
  proxy: {
    title: 'A path that leaves the prefix of a proxy, as the upstream reads the path',
    app: {
      guards: ['/internal'],
      proxies: [
        { at: '/api/orders', to: '/orders' },
        { at: '/internal', to: '/internal' },
      ],
    },
    control: ['/internal/report'],
    requests: [
      '/api/orders/..%2Finternal/report',
      '/api/orders/..%5Cinternal/report',
      '/api/orders/..\\internal/report',
      '/api/orders/%2e%2e/internal/report',
      '/api/orders/x/..%2F..%2Finternal/report',
      '/api/orders/.%2E/internal/report',
      '/api/%6frders/..%2Finternal/report',
      '/api/orders%2F..%2Finternal/report',
      '/api/orders/..;/internal/report',
      '/api/orders//../../internal/report',
      '/%69nternal/report',
      '//internal/report',
    ],
  },
};
