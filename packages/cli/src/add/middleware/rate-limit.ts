import type { MiddlewareAddition } from '../middleware-addition.ts';
import { keeping } from '../stores.ts';

export const rateLimit: MiddlewareAddition = {
  kind: 'rate-limit',
  summary: 'Rate limiting: reject clients that send too many requests',
  priority: 9850,
  ...keeping('memory', 'redis'),
  packages: { 'rate-limiter-flexible': '^11.4.0' },
  hasTestConfig: true,
};
