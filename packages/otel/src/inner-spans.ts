import {
  type Attributes,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { LayerMessage, ServiceMessage, TracedMessage } from 'fw-runtime';
import { errorType, isServerError, recordError } from './errors.ts';
import { runWithin } from './run-within.ts';

/** Creates spans of the kind INTERNAL within the span of a request. Work outside a request gets no span. */
export class InnerSpans {
  readonly #tracer: Tracer;
  readonly #begun = new WeakMap<TracedMessage, Span>();
  /** Errors that the innermost span has recorded in full. The outer spans only get the status of an error. */
  readonly #recorded = new WeakSet<object>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  startLayer(message: LayerMessage): void {
    const { name, kind, route } = message;
    this.#start(message, name === kind ? name : `${kind} ${name}`, {
      'fw.layer.name': name,
      'fw.layer.kind': kind,
      ...(route !== undefined && { 'fw.layer.route': route.name }),
    });
  }

  startService(message: ServiceMessage): void {
    const { id, askedBy } = message;
    this.#start(message, `service ${id}`, {
      'fw.service.id': id,
      ...(askedBy !== undefined && { 'fw.service.asked_by': askedBy }),
    });
  }

  finish(message: TracedMessage): void {
    const span = this.#begun.get(message);
    if (span === undefined) return;
    const { error } = message;
    if (error !== undefined && isServerError(error)) {
      span.setAttribute('error.type', errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (this.#isNew(error)) recordError(span, error);
    }
    span.end();
  }

  #start(message: TracedMessage, name: string, attributes: Attributes): void {
    const active = context.active();
    if (trace.getSpan(active) === undefined) return;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, active);
    this.#begun.set(message, span);
    runWithin(message, trace.setSpan(active, span));
  }

  #isNew(error: unknown): boolean {
    if (typeof error !== 'object' || error === null) return true;
    const isNew = !this.#recorded.has(error);
    this.#recorded.add(error);
    return isNew;
  }
}
