// Who takes part: the name in the table, the file that serves it, what it is told, the scenarios, all when they are absent,
// and whether it takes part only where --only has its whole name.
import { CONTRACTS, GENERAL } from './site.mjs';

const routers = { TreeRouter: '', FindMyWayRouter: ' on find-my-way', Rou3Router: ' on rou3' };

export const RAW = { name: 'raw', server: 'raw' };

export const candidates = [
  ...['srvx', 'polka'].map((name) => ({ name, server: name, scenarios: GENERAL })),
  ...['fastify', 'hono', 'h3'].map((name) => ({ name, server: name })),
  ...['koa', 'express'].map((name) => ({ name, server: name, scenarios: GENERAL })),
  ...['a', 'b'].flatMap((variant) => [
    ...Object.entries(routers).map(([router, suffix]) => ({
      name: `fw ${variant.toUpperCase()}${suffix}`,
      server: `fw-${variant}`,
      options: { router },
      ...(router !== 'TreeRouter' && { scenarios: GENERAL }),
      own: true,
    })),
    {
      name: `fw ${variant.toUpperCase()} async`,
      server: `fw-${variant}`,
      options: { router: 'TreeRouter', async: true },
      scenarios: ['a', 'e'],
      own: true,
    },
    ...Object.entries({ ' tracing': 'unheard', ' traced': 'heard' }).map(([suffix, tracing]) => ({
      name: `fw ${variant.toUpperCase()}${suffix}`,
      server: `fw-${variant}`,
      options: { router: 'TreeRouter', tracing },
      scenarios: GENERAL,
      own: true,
      onlyWhenNamed: true,
    })),
  ]),
  ...['valibot', 'arktype'].map((library) => ({
    name: `fw B with ${library}`,
    server: 'fw-b',
    options: { library },
    scenarios: CONTRACTS,
    own: true,
  })),
];
