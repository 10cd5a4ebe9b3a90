import { isText } from './json.ts';

/** The headers of a trace, such as `traceparent`. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Undefined when the package is not installed. */
const api = await import('@opentelemetry/api').catch(() => undefined);

/** The headers of the current trace; none without OpenTelemetry. */
export function currentTrace(): TraceHeaders {
  const headers: Record<string, string> = {};
  api?.propagation.inject(api.context.active(), headers);
  // Propagators copy what a client has sent, and PostgreSQL rejects U+0000.
  for (const [key, value] of Object.entries(headers)) if (!isText(value)) delete headers[key];
  return headers;
}

/** Runs a job in a span of the trace that enqueued it. */
export async function inTrace<T>(
  headers: TraceHeaders,
  name: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  if (api === undefined) return work();
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api;
  const parent = propagation.extract(context.active(), headers);
  const attributes = {
    'messaging.system': 'fw-jobs',
    'messaging.destination.name': name,
    'messaging.message.id': id,
  };
  const span = trace
    .getTracer('fw-jobs')
    .startSpan(`process ${name}`, { kind: SpanKind.CONSUMER, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    span.recordException(error as Error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
