import type { Attributes, Span, TextMapGetter, Tracer } from '@opentelemetry/api';
import type { ServerRequest } from '../http/server-request.ts';
import type { RequestMessage, RouteMessage } from '../tracing/messages.ts';
import { api } from './api.ts';
import { errorType, recordError } from './errors.ts';
import { clientAttributes, knownMethods, requestAttributes, spanMethod } from './request-attributes.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { runWithin } from './run-within.ts';

/** A request that has begun. */
interface Begun {
  readonly span: Span;
  /** What the span began with, and what was learned of it since. */
  attributes: Attributes;
  /** Ends what counts it among those that run; undefined where something around counts it. */
  readonly finish: ((attributes: Attributes) => void) | undefined;
}

const headers: TextMapGetter<ServerRequest> = {
  keys: (request) => [...request.headers.keys()],
  get: (request, name) => request.header(name),
};

/** A span of the kind SERVER for each request; one of the kind INTERNAL where something around has begun that already. */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #metrics: RequestMetrics;
  readonly #ignore: (request: ServerRequest) => boolean;
  readonly #methods = knownMethods();
  readonly #begun = new WeakMap<RequestMessage, Begun>();
  /** By what all copies of a request share. */
  readonly #outermost = new WeakMap<object, Begun>();

  constructor(tracer: Tracer, metrics: RequestMetrics, ignore: (request: ServerRequest) => boolean) {
    this.#tracer = tracer;
    this.#metrics = metrics;
    this.#ignore = ignore;
  }

  start(message: RequestMessage): void {
    const { request } = message;
    if (this.#ignore(request)) return;
    const active = api.context.active();
    // Such as the span of an instrumentation of node:http, which has read the headers.
    const isOutermost = api.trace.getSpan(active) === undefined;
    const around = isOutermost ? api.propagation.extract(active, request, headers) : active;
    const attributes = requestAttributes(request, this.#methods);
    const kind = isOutermost ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
    const span = this.#tracer.startSpan(spanMethod(attributes), { kind, attributes }, around);
    const begun: Begun = {
      span,
      attributes,
      finish: isOutermost ? this.#metrics.begin(attributes) : undefined,
    };
    this.#begun.set(message, begun);
    if (!message.nested) this.#outermost.set(request.source, begun);
    runWithin(message, api.trace.setSpan(around, span));
  }

  /** What a trusted proxy says of the client is known when the request has come as far as routing. */
  route({ request }: RouteMessage): void {
    if (request.changes?.client === undefined) return;
    const begun = this.#outermost.get(request.source);
    if (begun === undefined) return;
    const told = clientAttributes(request);
    begun.attributes = { ...begun.attributes, ...told };
    begun.span.setAttributes(told);
  }

  finish(message: RequestMessage): void {
    const begun = this.#begun.get(message);
    if (begun === undefined) return;
    const { span, finish } = begun;
    const { response, routePath, error } = message;
    const learned: Attributes = {};
    if (routePath !== undefined) {
      learned['http.route'] = routePath;
      span.updateName(`${spanMethod(begun.attributes)} ${routePath}`);
    }
    if (response !== undefined) learned['http.response.status_code'] = response.status;
    if (error !== undefined) recordError(span, error);
    if (response !== undefined && response.status >= 500) {
      learned['error.type'] = error === undefined ? String(response.status) : errorType(error);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.setAttributes(learned);
    span.end();
    finish?.({ ...begun.attributes, ...learned });
  }
}
