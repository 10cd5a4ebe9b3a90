import { trace } from '@opentelemetry/api';
import { HttpError, TextResponse } from '../../runtime/src/index.ts';
import type { CaseApplication, Kit } from '../../runtime/test/cases/case.ts';

/** Responds at /post/{id}, also with its own span, and fails in several ways. */
export function appOf<M>(kit: Kit<M>): CaseApplication<M> {
  const app = kit.routed({ tracing: true });
  app.get('/post/{id}', kit.answer('post'));
  app.get(
    '/working',
    kit.handler(async () => {
      const span = trace.getTracer('site').startSpan('work');
      span.end();
      return new TextResponse(trace.getActiveSpan()?.spanContext().spanId ?? 'none');
    }),
  );
  app.get('/fails', kit.throws(new RangeError('no')));
  app.get('/missing', kit.throws(new HttpError(404)));
  app.get(
    '/unavailable',
    kit.handler(() => new TextResponse('later', 503)),
  );
  return app;
}
