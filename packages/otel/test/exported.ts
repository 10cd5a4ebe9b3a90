import { context, propagation, trace, TraceFlags, type TextMapPropagator } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';
import { openTelemetry, type OpenTelemetryOptions } from '../src/index.ts';

// W3C Trace Context, level 1.
const propagator: TextMapPropagator = {
  inject() {},
  extract(around, carrier, getter) {
    const [, traceId = '', spanId = '', flags = ''] =
      /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(getter.get(carrier, 'traceparent'))) ?? [];
    if (traceId === '') return around;
    const traceFlags = flags === '01' ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return trace.setSpanContext(around, { traceId, spanId, traceFlags, isRemote: true });
  },
  fields: () => ['traceparent'],
};

/** Enables contexts and `traceparent` in this process, as an SDK would. */
export function startContexts(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(propagator);
}

export interface Exported {
  /** In the order in which they ended. */
  spans(): readonly ReadableSpan[];
  /** The data points of a metric, and how it is described. */
  metric(name: string): Promise<Metric>;
  /** Exports nothing more. */
  end(): void;
}

interface Metric {
  readonly unit: string | undefined;
  readonly points: readonly { readonly attributes: object; readonly value: unknown }[];
}

/** The spans and metrics exported to memory from now on, until the test ends. */
export function exported(options: OpenTelemetryOptions = {}, sampler?: Sampler): Exported {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler && { sampler }),
  });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 60_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const end = openTelemetry({ tracerProvider, meterProvider, ...options });
  onTestFinished(async () => {
    end();
    await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
  });
  return {
    end,
    spans: () => exporter.getFinishedSpans(),
    async metric(name) {
      await reader.forceFlush();
      const found = metrics
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics)
        .find(({ descriptor }) => descriptor.name === name);
      return { unit: found?.descriptor.unit, points: found?.dataPoints ?? [] };
    },
  };
}

/** The id of the parent of a span. */
export function parentOf({ parentSpanContext }: ReadableSpan): string | undefined {
  return parentSpanContext?.spanId;
}
