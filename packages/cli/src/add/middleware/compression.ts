import type { MiddlewareAddition } from '../middleware-addition.ts';

export const compression: MiddlewareAddition = {
  kind: 'compression',
  summary: 'Compress large responses',
  priority: 16_000,
  needs: 'zlib of Node',
};
