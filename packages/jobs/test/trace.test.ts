import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { job } from 'fw-jobs';
import { drain } from 'fw-jobs/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './support/kit.ts';

const exporter = new InMemorySpanExporter();

function disable(): void {
  context.disable();
  propagation.disable();
  trace.disable();
}

beforeAll(() => {
  // Another file of this process may have set the propagator, and only the first call takes effect.
  disable();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});

afterAll(disable);

test('a job continues the trace of the request that enqueued it, and its error is recorded', async () => {
  const seen: (string | undefined)[] = [];
  const Tick = job({ name: 'tick', attempts: 2 }).handle(({ attempt }) => {
    seen.push(trace.getActiveSpan()?.spanContext().traceId);
    if (attempt === 1) throw new Error('no connection');
  });
  const app = createApp({ options: { store: 'memory' }, openDatabase: () => undefined }, [Tick as never]);
  const request = trace.getTracer('test').startSpan('GET /');
  const id = await context.with(trace.setSpan(context.active(), request), () => app.jobs.enqueue(Tick, {}));
  request.end();
  await drain(app.jobs);

  const { traceId, spanId } = request.spanContext();
  expect(seen).toEqual([traceId, traceId]);
  const [failed, worked] = exporter.getFinishedSpans().filter(({ name }) => name === 'process tick');
  expect(failed).toMatchObject({
    kind: SpanKind.CONSUMER,
    parentSpanContext: { spanId },
    status: { code: 2 },
  });
  expect(failed?.events[0]?.attributes).toMatchObject({ 'exception.message': 'no connection' });
  expect(worked).toMatchObject({ status: { code: 0 }, attributes: { 'messaging.message.id': id } });
});
