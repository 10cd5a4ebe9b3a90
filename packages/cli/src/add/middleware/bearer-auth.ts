import { type MiddlewareAddition, pathQuestion } from '../middleware-addition.ts';
import { addSecret } from '../secrets.ts';

export const bearerAuth: MiddlewareAddition = {
  kind: 'bearer-auth',
  summary: 'Bearer authentication with fixed tokens below a path',
  priority: 9000,
  questions: [pathQuestion('/internal', 'requires a token')],
  hasTestConfig: true,
  more: (change) => addSecret(change, 'BEARER_TOKEN'),
};
