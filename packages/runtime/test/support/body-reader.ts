import { type ServerRequest, TextResponse } from '../../src/index.ts';
import type { Kit } from '../cases/case.ts';
import { deferred } from './deferred.ts';

/** An application that says what becomes of reading a body: what was read, or "failed" for a client that went away. */
export function bodyReader<M>(kit: Kit<M>, read: (request: ServerRequest) => Promise<unknown>) {
  const outcome = deferred<string>();
  const arrived = deferred();
  const app = kit.app();
  app.pipe(
    kit.handler(async (request) => {
      const reading = read(request);
      arrived.resolve();
      const told = await reading.then(
        (content) => `read ${String(content)}`,
        (error: { status?: number }) => (error.status === 400 ? 'failed' : String(error)),
      );
      outcome.resolve(told);
      return new TextResponse(told);
    }),
  );
  return { app, arrived, outcome };
}
