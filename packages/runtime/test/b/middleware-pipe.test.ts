import { expect, test } from 'vitest';
import { Application, ErrorHandler, type MiddlewareValue } from '../../src/b/index.ts';

test('a pipeline of variant B rejects error middleware of variant A with instructions', () => {
  const errorMiddleware = ((
    _error: unknown,
    _request: unknown,
    _response: unknown,
    _next: unknown,
  ) => {}) as never;
  const message =
    'Error middleware with four parameters belongs to variant A; pipe new ErrorHandler((error, request) => response) first.';
  for (const value of [errorMiddleware, [errorMiddleware]] as MiddlewareValue[]) {
    expect(() => new Application().pipe(value)).toThrow(message);
  }
  class Four {
    readonly services: readonly unknown[];
    constructor(one: unknown, two: unknown, three: unknown, four: unknown) {
      this.services = [one, two, three, four];
    }
    process() {}
  }
  expect(() => new Application().pipe(Four as never)).not.toThrow();
  expect(() => new Application().pipe(new ErrorHandler(() => new Response()))).not.toThrow();
});
