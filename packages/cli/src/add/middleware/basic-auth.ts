import { type MiddlewareAddition, pathQuestion } from '../middleware-addition.ts';
import { addSecret } from '../secrets.ts';

export const basicAuth: MiddlewareAddition = {
  kind: 'basic-auth',
  summary: 'Basic authentication (username and password) below a path',
  priority: 9000,
  questions: [pathQuestion('/admin', 'requires a password')],
  hasTestConfig: true,
  more: (change) => addSecret(change, 'BASIC_AUTH_PASSWORD'),
};
