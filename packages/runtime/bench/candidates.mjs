// Who takes part: the name in the table, the file that serves it, and what it is told.

const routers = { TreeRouter: '', FindMyWayRouter: ' on find-my-way', Rou3Router: ' on rou3' };

export const RAW = { name: 'raw', server: 'raw' };

export const candidates = [
  ...['srvx', 'polka', 'fastify', 'hono', 'h3', 'koa', 'express'].map((name) => ({ name, server: name })),
  ...['a', 'b'].flatMap((variant) => [
    ...Object.entries(routers).map(([router, suffix]) => ({
      name: `fw ${variant.toUpperCase()}${suffix}`,
      server: `fw-${variant}`,
      options: { router },
      own: true,
    })),
    {
      name: `fw ${variant.toUpperCase()} async`,
      server: `fw-${variant}`,
      options: { router: 'TreeRouter', async: true },
      scenarios: ['a', 'e'],
      own: true,
    },
  ]),
];
