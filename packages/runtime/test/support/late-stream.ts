import { HttpResponse } from '../../src/index.ts';
import type { Kit } from '../cases/case.ts';
import { deferred } from './deferred.ts';

/** An application that responds with a stream, which reports when it is cancelled, once the client has disconnected. */
export function lateStream<M>(kit: Kit<M>) {
  const arrived = deferred();
  const gone = deferred();
  const cancelled = deferred();
  const app = kit.app();
  app.pipe(
    kit.handler(async (request) => {
      request.signal.addEventListener('abort', () => gone.resolve());
      arrived.resolve();
      await gone.promise;
      return new HttpResponse(new ReadableStream({ cancel: () => cancelled.resolve() }));
    }),
  );
  return { app, arrived, cancelled };
}
