import type { Answers, Flag } from '#command-line/flag';
import type { Project } from '../project/project.ts';
import type { MiddlewareAddition } from './middleware-addition.ts';

const STORES = {
  cookie: 'in the encrypted cookie itself: no store needed',
  memory: 'in process memory: lost on restart',
  redis: 'in Redis, shared by all processes; adds Redis too',
};

/** The question and the changes of an addition with a store: sessions or rate limits. */
export function keeping(
  ...stores: readonly (keyof typeof STORES)[]
): Required<Pick<MiddlewareAddition, 'questions' | 'values' | 'with'>> {
  const question: Flag<Project> = {
    name: 'store',
    placeholder: '<store>',
    message: 'Store',
    help: 'the store',
    choices: Object.fromEntries(stores.map((store) => [store, STORES[store]])),
    initial: () => stores[0] ?? 'memory',
  };
  return {
    questions: [question],
    values: ({ store }: Answers) =>
      Object.fromEntries(Object.keys(STORES).map((each) => [each, each === store])),
    with: ({ store }: Answers) => (store === 'redis' ? [redis] : []),
  };
}

/** A Redis client as a service. */
export const redis: MiddlewareAddition = {
  kind: 'redis',
  summary: 'Redis client (ioredis) for sessions, rate limits and your services',
  packages: { ioredis: '^6.0.0' },
  needs: 'sockets',
};
