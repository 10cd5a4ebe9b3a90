import type { MiddlewareAddition } from '../middleware-addition.ts';

export const bodyLimit: MiddlewareAddition = {
  kind: 'body-limit',
  summary: 'Limit the size of request bodies, for the app and by path',
  priority: 9800,
};
