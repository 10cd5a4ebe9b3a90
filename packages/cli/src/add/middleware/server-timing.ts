import type { MiddlewareAddition } from '../middleware-addition.ts';

export const serverTiming: MiddlewareAddition = {
  kind: 'server-timing',
  summary: 'Report durations to clients (Server-Timing)',
  priority: 17_000,
};
