import type { MiddlewareAddition } from '../middleware-addition.ts';

export const accessLog: MiddlewareAddition = {
  kind: 'access-log',
  summary: 'Log each request in one line (pino)',
  priority: 18_000,
  packages: { pino: '^10.4.0' },
  needs: 'the streams of Node',
  hasTestConfig: true,
};
