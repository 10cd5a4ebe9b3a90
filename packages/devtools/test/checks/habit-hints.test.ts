import { describe, expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { type Habit, habits } from './habits.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

const variants = { a: a.Application, b: b.Application };

describe.each([
  ['A', 'a', false],
  ['A', 'a', true],
  ['B', 'b', false],
  ['B', 'b', true],
] as const)('variant %s, habits of other frameworks', (_name, variant, debug) => {
  const looked = habits.filter(({ onlyWithDebug }) => debug || !onlyWithDebug);

  test.each(looked.map((item) => [item.habit, item] as const))(
    `%s is right, or names the cure (debug: ${debug})`,
    async (_habit, item) => {
      expect(await outcomeOf(item, variant, debug)).toMatch(item.outcome);
    },
  );
});

test('the table has forty habits, each once', () => {
  expect(new Set(habits.map(({ habit }) => habit)).size).toBe(habits.length);
  expect(habits.length).toBeGreaterThanOrEqual(40);
});

async function outcomeOf(item: Habit, variant: 'a' | 'b', debug: boolean): Promise<string> {
  const logged: string[] = [];
  const logger = {
    info() {},
    warn: (message: unknown) => void logged.push(String(message)),
    error: (record: unknown) => void logged.push(messageOf((record as { err: unknown }).err)),
  };
  const app = new variants[variant]({ debug, logger });
  try {
    item[variant](app);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  } catch (error) {
    return `throws ${messageOf(error)}`;
  }
  const { path = '/', method = 'GET', body } = item.request ?? {};
  const response = await app.request(path, { method, body: body ?? null });
  const { status, headers } = response;
  const text = await response.text();
  if (method === 'HEAD') return `${status} content-length: ${headers.get('content-length')}`;
  if (method === 'OPTIONS') return `${status} allow: ${headers.get('allow')}`;
  expect({ status, text }, 'an empty 200').not.toEqual({ status: 200, text: '' });
  return `${status} ${status === 500 ? logged.join(' ') : text}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
