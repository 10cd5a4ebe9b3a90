import type { MiddlewareAddition } from '../middleware-addition.ts';

export const health: MiddlewareAddition = {
  kind: 'health',
  summary: 'Health checks: liveness (/healthz) and readiness (/readyz)',
  priority: 21_000,
};
