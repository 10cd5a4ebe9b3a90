import type { MiddlewareAddition } from '../middleware-addition.ts';

export const csrf: MiddlewareAddition = {
  kind: 'csrf',
  summary: 'CSRF protection: reject requests from pages of other sites',
  priority: 9500,
};
