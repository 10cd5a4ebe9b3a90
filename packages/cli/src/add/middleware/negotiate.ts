import type { MiddlewareAddition } from '../middleware-addition.ts';

export const negotiate: MiddlewareAddition = {
  kind: 'negotiate',
  summary: 'Negotiate the language and the media type that a client prefers',
  priority: 9200,
  packages: { negotiator: '^1.1.0' },
};
