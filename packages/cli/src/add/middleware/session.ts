import type { MiddlewareAddition } from '../middleware-addition.ts';
import { addSecret } from '../secrets.ts';
import { keeping } from '../stores.ts';

export const session: MiddlewareAddition = {
  kind: 'session',
  summary: 'Sessions, with a cookie',
  priority: 11_000,
  ...keeping('cookie', 'memory', 'redis'),
  packages: ({ store }) => (store === 'cookie' ? { 'iron-webcrypto': '^2.0.0' } : {}),
  hasTestConfig: true,
  more: (change, { store }) => {
    if (store === 'cookie') addSecret(change, 'SESSION_SECRET');
  },
};
