import { type MiddlewareAddition, pathQuestion } from '../middleware-addition.ts';
import { addSecret } from '../secrets.ts';

export const jwt: MiddlewareAddition = {
  kind: 'jwt',
  summary: 'JWT authentication below a path',
  priority: 9000,
  questions: [pathQuestion('/api', 'requires a token')],
  packages: { jose: '^6.2.17' },
  hasTestConfig: true,
  more: (change) => addSecret(change, 'JWT_SECRET'),
};
