import { subscribe, type TracingChannel, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { type MeterProvider, metrics, trace, type TracerProvider } from '@opentelemetry/api';
import type {
  LayerMessage,
  RequestMessage,
  RouteMessage,
  ServerRequest,
  ServiceMessage,
  TracedMessage,
} from 'fw-runtime';
import { afterLastServer } from 'fw-runtime/node';
import { InnerSpans } from './inner-spans.ts';
import { RequestMetrics } from './request-metrics.ts';
import { RequestSpans } from './request-spans.ts';

/** The options of `openTelemetry()`. */
export interface OpenTelemetryOptions {
  /** Whether each middleware gets a span; false when absent. */
  readonly layers?: boolean;
  /** Whether creating a service gets a span; true when absent. */
  readonly services?: boolean;
  /** Selects requests that get neither span nor metrics, such as one for `/healthz`; none when absent. */
  readonly ignore?: (request: ServerRequest) => boolean;
  /**
   * A function that exports the remaining spans and shuts down the SDK, such as `() => sdk.shutdown()`. It is called
   * when the last server that `run()` started in this process has closed. It has the rest of `server.shutdown_timeout`,
   * at least a second. When absent, the last spans are lost.
   */
  readonly shutdown?: () => unknown;
  /** The provider of tracers; the registered one when absent. */
  readonly tracerProvider?: TracerProvider;
  /** The provider of meters; the registered one when absent. It must be registered before this call. */
  readonly meterProvider?: MeterProvider;
}

const NAME = 'fw-otel';

/**
 * Creates OpenTelemetry spans and metrics for applications with `tracing: true`, following the semantic conventions for
 * HTTP servers. Call it once, after the SDK has started.
 *
 * @param options the spans to create, and `shutdown`; each option has a default
 * @returns a function that stops creating spans and metrics
 * @example
 * const sdk = new NodeSDK({ traceExporter: new OTLPTraceExporter() });
 * sdk.start();
 * openTelemetry({ shutdown: () => sdk.shutdown(), ignore: (request) => request.path === '/healthz' });
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): () => void {
  const { layers = false, services = true, ignore = () => false } = options;
  const tracer = (options.tracerProvider ?? trace).getTracer(NAME);
  const meter = (options.meterProvider ?? metrics).getMeter(NAME);
  const requests = new RequestSpans(tracer, new RequestMetrics(meter), ignore);
  const inner = new InnerSpans(tracer);
  const ends = [
    follow<RequestMessage>('request', requests),
    listen('fw-runtime:route', (message) => requests.route(message as RouteMessage)),
  ];
  if (options.shutdown !== undefined) ends.push(afterLastServer(options.shutdown));
  if (layers) {
    ends.push(
      follow<LayerMessage>('layer', {
        start: (message) => inner.startLayer(message),
        finish: (message) => inner.finish(message),
      }),
    );
  }
  if (services) {
    ends.push(
      follow<ServiceMessage>('service', {
        start: (message) => inner.startService(message),
        finish: (message) => inner.finish(message),
      }),
    );
  }
  return () => {
    for (const end of ends) end();
  };
}

const nothing = (): void => {};

/** Called when work begins and when it is done. */
interface Follower<Message> {
  start(message: Message): void;
  finish(message: Message): void;
}

function follow<Message extends TracedMessage>(name: string, follower: Follower<Message>): () => void {
  const channel = tracingChannel(`fw-runtime:${name}`) as TracingChannel<unknown, Message>;
  const subscribers = {
    start: (message: Message) => follower.start(message),
    end: (message: Message) => {
      if (message.done) follower.finish(message);
    },
    asyncStart: nothing,
    asyncEnd: (message: Message) => follower.finish(message),
    error: nothing,
  };
  channel.subscribe(subscribers as Parameters<typeof channel.subscribe>[0]);
  return () => channel.unsubscribe(subscribers as Parameters<typeof channel.subscribe>[0]);
}

function listen(name: string, listener: (message: unknown) => void): () => void {
  subscribe(name, listener);
  return () => void unsubscribe(name, listener);
}
