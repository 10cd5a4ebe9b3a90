import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { RequestMessage, RouteMessage, ServerRequest } from 'fw-runtime';
import { errorType, recordError } from './errors.ts';
import { clientAttributes, knownMethods, requestAttributes, spanMethod } from './request-attributes.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { runWithin } from './run-within.ts';

/** A request that has begun. */
interface Begun {
  readonly span: Span;
  /** The attributes that the span began with, and the attributes added since. */
  attributes: Attributes;
  /** Removes the request from the active requests; undefined when a span was already active. */
  readonly finish: ((attributes: Attributes) => void) | undefined;
}

const headers: TextMapGetter<ServerRequest> = {
  keys: (request) => [...request.headers.keys()],
  get: (request, name) => request.header(name),
};

/** Creates a span of the kind SERVER for each request, or INTERNAL when a span is already active. */
export class RequestSpans {
  readonly #tracer: Tracer;
  readonly #metrics: RequestMetrics;
  readonly #ignore: (request: ServerRequest) => boolean;
  readonly #methods = knownMethods();
  readonly #begun = new WeakMap<RequestMessage, Begun>();

  constructor(tracer: Tracer, metrics: RequestMetrics, ignore: (request: ServerRequest) => boolean) {
    this.#tracer = tracer;
    this.#metrics = metrics;
    this.#ignore = ignore;
  }

  start(message: RequestMessage): void {
    const { request } = message;
    if (this.#ignore(request)) return;
    const active = context.active();
    // The active span may come from an instrumentation of node:http, which has read the headers.
    const isOutermost = trace.getSpan(active) === undefined;
    const around = isOutermost ? propagation.extract(active, request, headers) : active;
    const attributes = requestAttributes(message, this.#methods);
    const kind = isOutermost ? SpanKind.SERVER : SpanKind.INTERNAL;
    const span = this.#tracer.startSpan(spanMethod(attributes), { kind, attributes }, around);
    const begun: Begun = {
      span,
      attributes,
      finish: isOutermost ? this.#metrics.begin(attributes) : undefined,
    };
    this.#begun.set(message, begun);
    runWithin(message, trace.setSpan(around, span));
  }

  /** The client is known at routing, after middleware has read the headers of a trusted proxy. */
  route({ request, outermost }: RouteMessage): void {
    if (outermost === undefined || isSameClient(request, outermost.request)) return;
    const begun = this.#begun.get(outermost);
    if (begun === undefined) return;
    const client = clientAttributes(request);
    begun.attributes = { ...begun.attributes, ...client };
    begun.span.setAttributes(client);
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
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.setAttributes(learned);
    span.end();
    finish?.({ ...begun.attributes, ...learned });
  }
}

/** Whether no middleware has set the client that a trusted proxy reports; `url` is the same object until then. */
function isSameClient(request: ServerRequest, received: ServerRequest): boolean {
  return request.ip === received.ip && request.url === received.url;
}
