import type { MiddlewareAddition } from '../middleware-addition.ts';

export const timeout: MiddlewareAddition = {
  kind: 'timeout',
  summary: 'Time out slow requests',
  priority: 9900,
};
