import type { MiddlewareAddition } from '../middleware-addition.ts';

export const cors: MiddlewareAddition = {
  kind: 'cors',
  summary: 'CORS: let pages of other origins read responses',
  priority: 14_000,
};
