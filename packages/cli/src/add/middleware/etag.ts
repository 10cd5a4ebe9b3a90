import type { MiddlewareAddition } from '../middleware-addition.ts';

export const etag: MiddlewareAddition = {
  kind: 'etag',
  summary: 'ETags: respond 304 to clients that already have a response',
  priority: 13_500,
};
