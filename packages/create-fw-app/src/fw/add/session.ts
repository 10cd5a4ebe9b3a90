import type { MiddlewareAddition } from './middleware-addition.ts';
import { addSecret } from './secrets.ts';

const stores = {
  cookie: 'in the cookie itself, sealed: nothing else is needed',
  memory: 'in the memory of the process: lost when it ends',
};

export const session: MiddlewareAddition = {
  kind: 'session',
  summary: 'remembers visitors, by a cookie',
  questions: [
    {
      name: 'store',
      placeholder: '<store>',
      message: 'Where sessions are kept',
      help: 'where sessions are kept',
      choices: stores,
      initial: () => 'cookie',
    },
  ],
  packages: ({ store }) => (store === 'cookie' ? { 'iron-webcrypto': '^2.0.0' } : {}),
  hasTestConfig: true,
  values: ({ store }) => ({
    cookie: store === 'cookie',
    memory: store === 'memory',
    redis: store === 'redis',
  }),
  more: (change, { store }) => {
    if (store === 'cookie') addSecret(change, 'SESSION_SECRET');
  },
};
