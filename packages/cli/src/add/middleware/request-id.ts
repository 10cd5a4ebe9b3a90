import type { MiddlewareAddition } from '../middleware-addition.ts';

export const requestId: MiddlewareAddition = {
  kind: 'request-id',
  summary: 'Give each request an id, which also appears in the log',
  priority: 19_000,
};
