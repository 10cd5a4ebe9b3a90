import type { MiddlewareAddition } from '../middleware-addition.ts';

export const secureHeaders: MiddlewareAddition = {
  kind: 'secure-headers',
  summary: 'Security headers: Content-Security-Policy and others',
  priority: 15_000,
};
