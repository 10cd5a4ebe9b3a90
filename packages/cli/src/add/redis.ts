import type { MiddlewareAddition } from './middleware-addition.ts';

/** A Redis client as a service. */
export const redis: MiddlewareAddition = {
  kind: 'redis',
  summary: 'Redis client (ioredis) for sessions, rate limits and your services',
  packages: { ioredis: '^6.0.0' },
  needs: 'sockets',
};
